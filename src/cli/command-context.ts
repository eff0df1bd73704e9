import type { Config } from '../config.ts';
import type { Services, Viewer } from '../runtime/services.ts';
import type { CliIo } from './io.ts';

/** A gateway in this process, without its network. Disposing it closes the store and releases the data directory. */
export interface OpenGateway extends AsyncDisposable {
  readonly services: Services;
  readonly viewer: Viewer;
}

/** What the composition root hands to the commands. */
export interface Program {
  readonly version: string;
  openGateway(config: Config): Promise<OpenGateway>;
  /** Resolves when the gateway has shut down. */
  serve(config: Config): Promise<void>;
  /** Brings the database up to date and returns the names of what was applied. */
  migrate(config: Config): Promise<readonly string[]>;
}

/** What a command works with. It sets the exit code by what it returns. */
export interface CommandContext {
  readonly io: CliIo;
  readonly program: Program;
  /** Wraps an action: its result is the exit code of the run. */
  readonly action: <A extends readonly unknown[]>(
    run: (...args: A) => Promise<number>,
  ) => (...args: A) => Promise<void>;
}
