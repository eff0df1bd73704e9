import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The built web page. Only what was in its folder at the start exists: no path can lead out of it. */
export class Pages {
  readonly #pages: ReadonlyMap<string, Page>;

  constructor(pages: ReadonlyMap<string, Page>) {
    this.#pages = pages;
  }

  respond(request: Request): Response | undefined {
    const { pathname } = new URL(request.url);
    const page = this.#pages.get(pathname === '/' ? '/index.html' : pathname);
    if (page === undefined) return undefined;
    if (request.headers.get('if-none-match') === page.headers['etag']) {
      return new Response(null, { status: 304, headers: page.headers });
    }
    return new Response(page.bytes, { headers: page.headers });
  }
}

/** Reads a built page into memory. A folder that is not there gives no pages: the API works without them. */
export async function loadPages(directory: string): Promise<Pages> {
  const pages = new Map<string, Page>();
  for (const file of await filesOf(directory)) {
    const path = `/${relative(directory, file).split(sep).join('/')}`;
    const bytes = new Uint8Array(await readFile(file));
    pages.set(path, {
      bytes,
      headers: {
        'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
        // What stands under assets/ has its content's hash in its name.
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
        'content-security-policy': POLICY,
      },
    });
  }
  return new Pages(pages);
}

async function filesOf(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
