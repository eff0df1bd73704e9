/** The SQLSTATE that a database error carries, as Prisma wraps it. */
export function sqlStateOf(error: Error): unknown {
  return memberOf(driverFault(error), 'originalCode');
}

/** What Prisma's driver adapter calls a server that gave no connection, or took one away. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** What the driver says, without a code, to whoever has a connection that has broken, or gets none in time. */
const DRIVER_WORDS: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
]);

/** Whether the database could not be reached, or went away amid what was asked of it. */
export function isDatabaseAway(error: Error): boolean {
  const fault = driverFault(error);
  // By a fault of that severity PostgreSQL ends a connection, or refuses one.
  return (
    CONNECTION_FAULTS.has(memberOf(fault, 'kind')) ||
    memberOf(fault, 'severity') === 'FATAL' ||
    DRIVER_WORDS.has(error.message)
  );
}

const driverFault = (error: Error): unknown =>
  memberOf(memberOf(memberOf(error, 'meta'), 'driverAdapterError'), 'cause');

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
