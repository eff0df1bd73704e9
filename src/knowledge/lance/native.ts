// The only door to the native library: whatever imports it from here finds its environment set.
import './native-environment.ts';

export { type Connection, connect, Index, MatchQuery, type Table } from '@lancedb/lancedb';
