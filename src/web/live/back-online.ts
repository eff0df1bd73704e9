import { backOff } from './follow-query.ts';

/** `backOff`, cut short when the browser says that the network is back. */
export async function backOffUnlessOnline(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const online = new AbortController();
  const wake = () => online.abort();
  addEventListener('online', wake, { once: true });
  try {
    await backOff(attempt, signal === undefined ? online.signal : AbortSignal.any([signal, online.signal]));
  } finally {
    removeEventListener('online', wake);
  }
}
