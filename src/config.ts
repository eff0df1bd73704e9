import { join, resolve } from 'node:path';

/** One environment variable: how it is read, what it is without, and what it means. */
interface Variable<T> {
  readonly type: string;
  readonly fallback: T;
  readonly meaning: string;
  /** @throws Error with a message that completes "NAME …". */
  readonly parse: (text: string) => T;
}

const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
};

const text = (value: string) => value;

const oneOf =
  <T extends string>(...options: readonly T[]) =>
  (value: string): T => {
    const option = options.find((known) => known === value);
    if (option === undefined) throw new Error(`must be one of ${options.join(', ')}, not "${value}"`);
    return option;
  };

const postgresUrl = (value: string) => {
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol)) {
    throw new Error('must be a PostgreSQL connection string: postgresql://user:password@host:5432/database');
  }
  return value;
};

const httpUrl = (value: string) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error('must be an http or https URL: https://proxy.example.com');
  }
  return value;
};

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Every variable that the program reads. The README's table is printed from here. */
export const VARIABLES = {
  PORT: {
    type: 'integer',
    fallback: 4000,
    meaning: 'Port to listen on; 0 takes a free one.',
    parse: integer(0, 65_535),
  },
  HOST: { type: 'text', fallback: '127.0.0.1', meaning: 'Address to listen on.', parse: text },
  KNOWQL_HOME: {
    type: 'folder',
    fallback: '.knowql',
    meaning: 'Data directory: embedded database, knowledge, uploads, lock.',
    parse: text,
  },
  DATABASE_URL: {
    type: 'PostgreSQL URL',
    fallback: undefined,
    meaning: 'PostgreSQL to use instead of the embedded database.',
    parse: postgresUrl,
  },
  KNOWLEDGE_URI: {
    type: 'folder or URI',
    fallback: undefined,
    meaning: 'Where the knowledge index lives: a folder, s3://, gs:// or az://. Default: KNOWQL_HOME/knowledge.',
    parse: text,
  },
  GEMINI_API_KEY: {
    type: 'text',
    fallback: undefined,
    meaning: 'Key for Google Gemini. With it, answers are composed and contexts embedded by its models.',
    parse: text,
  },
  GEMINI_BASE_URL: {
    type: 'URL',
    fallback: undefined,
    meaning: "Where the Gemini API is, for a proxy of one's own. Default: Google's.",
    parse: httpUrl,
  },
  KNOWQL_MODELS: {
    type: 'file',
    fallback: undefined,
    meaning: 'JSON file with the catalogue of models, in place of the one built in (docs/models.md).',
    parse: text,
  },
  KNOWQL_LOG: {
    type: 'trace | debug | info | warn | error | silent',
    fallback: 'info',
    meaning: 'Least severe log line to write.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
  KNOWQL_CORS_ORIGINS: {
    type: 'origins, comma-separated',
    fallback: [],
    meaning: 'Browser origins that may call the gateway from elsewhere. None by default.',
    parse: list,
  },
  KNOWQL_SHUTDOWN_SECONDS: {
    type: 'integer',
    fallback: 10,
    meaning: 'How long running turns may go on after SIGTERM.',
    parse: integer(0, 900),
  },
} as const satisfies Record<string, Variable<string | number | readonly string[] | undefined>>;

export type LogLevel = ReturnType<(typeof VARIABLES)['KNOWQL_LOG']['parse']>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly home: string;
  /** PostgreSQL connection string; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly knowledgeUri: string;
  readonly blobDirectory: string;
  /** Secret. */
  readonly geminiApiKey: string | undefined;
  readonly geminiBaseUrl: string | undefined;
  /** Absolute path of the catalogue that replaces the built-in one. */
  readonly modelsFile: string | undefined;
  readonly logLevel: LogLevel;
  readonly corsOrigins: readonly string[];
  readonly shutdownMs: number;
}

/** All faults of an environment at once, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws ConfigError naming every variable that is wrong, and any `KNOWQL_…` variable that does not exist.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = <T>(name: keyof typeof VARIABLES, variable: Variable<T>): T => {
    const value = environment[name];
    if (value === undefined || value === '') return variable.fallback;
    try {
      return variable.parse(value);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
      return variable.fallback;
    }
  };

  for (const name of Object.keys(environment)) {
    if (name.startsWith('KNOWQL_') && !(name in VARIABLES))
      faults.push(`${name} is not a variable of this program; see --help`);
  }
  const home = resolve(read<string>('KNOWQL_HOME', VARIABLES.KNOWQL_HOME));
  const modelsFile = read<string | undefined>('KNOWQL_MODELS', VARIABLES.KNOWQL_MODELS);
  const config: Config = {
    port: read<number>('PORT', VARIABLES.PORT),
    host: read<string>('HOST', VARIABLES.HOST),
    home,
    databaseUrl: read<string | undefined>('DATABASE_URL', VARIABLES.DATABASE_URL),
    knowledgeUri: read<string | undefined>('KNOWLEDGE_URI', VARIABLES.KNOWLEDGE_URI) ?? join(home, 'knowledge'),
    blobDirectory: join(home, 'blobs'),
    geminiApiKey: read<string | undefined>('GEMINI_API_KEY', VARIABLES.GEMINI_API_KEY),
    geminiBaseUrl: read<string | undefined>('GEMINI_BASE_URL', VARIABLES.GEMINI_BASE_URL),
    modelsFile: modelsFile === undefined ? undefined : resolve(modelsFile),
    logLevel: read<LogLevel>('KNOWQL_LOG', VARIABLES.KNOWQL_LOG),
    corsOrigins: read<readonly string[]>('KNOWQL_CORS_ORIGINS', VARIABLES.KNOWQL_CORS_ORIGINS),
    shutdownMs: read<number>('KNOWQL_SHUTDOWN_SECONDS', VARIABLES.KNOWQL_SHUTDOWN_SECONDS) * 1_000,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}
