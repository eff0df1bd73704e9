import { administer } from './database.ts';

/** Cuts every connection to a database, and lets no new one in until disposed. */
export async function outage(url: string): Promise<AsyncDisposable> {
  const name = new URL(url).pathname.slice(1);
  await administer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  return { [Symbol.asyncDispose]: () => administer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`) };
}
