import { createHash } from 'node:crypto';

interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * GraphiQL with everything it needs in the page itself: it works without the internet. The page never changes while
 * the gateway runs, so it is rendered once, and its policy names its one script by hash. It is 9 MB, which a gateway
 * that nobody opens it on never loads.
 */
export function createGraphiql(example: string): (request: Request) => Promise<Response> {
  let rendered: Promise<Page> | undefined;

  return async (request) => {
    rendered ??= render(example);
    const { html, headers } = await rendered;
    if (request.headers.get('if-none-match') === headers['etag']) return new Response(null, { status: 304, headers });
    return new Response(html, { headers });
  };
}

async function render(example: string): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'KnowQL · GraphiQL',
    defaultQuery: example,
    subscriptionsProtocol: 'SSE',
    shouldPersistHeaders: false,
    // Subscriptions are opened by GET, which is held against forged requests by a header that no form can send.
    additionalHeaders: { 'graphql-require-preflight': '1' },
  });
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>\s*<\/body>/g)].map(([, text = '']) => digest(text));
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${scripts.join(' ')} blob:`,
        'worker-src blob:',
        "style-src 'unsafe-inline'",
        'img-src data: blob:',
        'font-src data:',
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
  };
}

function digest(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
