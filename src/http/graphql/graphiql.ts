import { createHash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

/**
 * GraphiQL with everything it needs in the page itself: it works without the internet. The page never changes while
 * the gateway runs, so it is rendered once, and its policy names its one script by hash.
 */
export function createGraphiql(example: string): (request: Request) => Response {
  let page: { readonly html: string; readonly headers: Readonly<Record<string, string>> } | undefined;

  return (request) => {
    page ??= render(example);
    if (request.headers.get('if-none-match') === page.headers['etag']) {
      return new Response(null, { status: 304, headers: page.headers });
    }
    return new Response(page.html, { headers: page.headers });
  };
}

function render(example: string) {
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
