import { register } from 'tsx/esm/api';

// `--import tsx` loads TypeScript in the main thread only. Worker threads inherit the process's `--import`s, so this
// file, imported the same way, reaches them too.
register();
