/** Says once, before everything else, which suites this run cannot reach. */
export default function setup(): void {
  if (process.env['TEST_DATABASE_URL'] === undefined) {
    console.log('TEST_DATABASE_URL is not set: the suites that need PostgreSQL are skipped.');
  }
}
