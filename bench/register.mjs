// Lets benchmarks run from TypeScript sources, their worker threads too: `node --import ./bench/register.mjs <file>`.
// The `tsx` command and `--import tsx` reach the main thread only.
import { register } from 'tsx/esm/api';

register();
