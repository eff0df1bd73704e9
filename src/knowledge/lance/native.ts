// The only door to the native library: whatever imports it from here finds its environment set.
// oxlint-disable-next-line import/no-unassigned-import -- what it does at once is what it is for
import './native-environment.ts';

export { type Connection, connect, Index, MatchQuery, type Table } from '@lancedb/lancedb';
