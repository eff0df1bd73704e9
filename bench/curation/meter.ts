import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Measured {
  readonly seconds: number;
  /** Of all threads of the process: what the work takes, however busy the machine is with other things. */
  readonly cpuSeconds: number;
  /** How late a timer of the main thread came at the worst, and that of 999 in 1,000. Another process's work counts too. */
  readonly maxDelayMs: number;
  readonly p999DelayMs: number;
  /**
   * The same without what the main thread spent ready to run with no processor free, as Linux tells it; null elsewhere.
   * On a machine that others use this is the gateway's own part.
   */
  readonly maxOwnDelayMs: number | null;
  readonly peakRssMb: number;
}

const RESOLUTION_MS = 5;
/** Nanoseconds that the main thread has waited for a processor. */
function waited(): number | null {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]);
  } catch {
    return null; // not Linux
  }
}

/** Watches how late a timer comes for reasons of this process's own. */
function watchOwnDelay(): { readonly stop: () => number | null } {
  let worst = waited() === null ? null : 0;
  let due = performance.now() + RESOLUTION_MS;
  let before = waited();
  const timer = setInterval(() => {
    const [now, after] = [performance.now(), waited()];
    if (before !== null && after !== null && worst !== null) {
      worst = Math.max(worst, now - due - (after - before) / 1_000_000);
    }
    due = now + RESOLUTION_MS;
    before = after;
  }, RESOLUTION_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return worst;
    },
  };
}

const RSS_EVERY_MS = 200;

/** Runs `work` and measures what it took. */
export async function meter<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly measured: Measured }> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let peakRss = 0;
  const look = () => {
    peakRss = Math.max(peakRss, process.memoryUsage.rss());
  };
  const timer = setInterval(look, RSS_EVERY_MS);
  const cpu = process.cpuUsage();
  const began = performance.now();
  delays.enable();
  const own = watchOwnDelay();
  try {
    const value = await work();
    delays.disable();
    const maxOwnDelayMs = own.stop();
    const { user, system } = process.cpuUsage(cpu);
    look();
    const measured = {
      seconds: (performance.now() - began) / 1_000,
      cpuSeconds: (user + system) / 1_000_000,
      maxDelayMs: delays.max / 1_000_000 - RESOLUTION_MS,
      p999DelayMs: delays.percentile(99.9) / 1_000_000 - RESOLUTION_MS,
      maxOwnDelayMs,
      peakRssMb: peakRss / 1024 / 1024,
    };
    return { value, measured };
  } finally {
    clearInterval(timer);
    own.stop();
  }
}
