/** Milliseconds of processor time that a job takes, however busy the machine is with others. */
export function cpuTime(job: () => unknown): number {
  const before = process.cpuUsage();
  job();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
