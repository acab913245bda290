// Reads a service's configuration from its environment into one frozen object, naming every bad variable at once.

/** Converts the text of a variable to its value, or throws an Error whose message completes "NAME …". */
export type Reader<T> = (text: string) => T;

export type Variable<T> = {
  readonly name: string;
  readonly read: Reader<T>;
  /** Without a fallback the variable is required. */
  readonly fallback?: T;
};

type Variables = Readonly<Record<string, Variable<unknown>>>;
type ConfigOf<V extends Variables> = {
  readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never;
};

/** The configuration cannot be used; `problems` has one line per variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads all variables. An empty text counts as missing.
 * @throws ConfigurationError that names every missing or wrong variable
 */
export function readConfig<V extends Variables>(
  variables: V,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigOf<V> {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(variables)) {
    const text = environment[variable.name];
    if (text === undefined || text === '') {
      if ('fallback' in variable) config[key] = variable.fallback;
      else problems.push(`${variable.name} is missing`);
      continue;
    }
    try {
      config[key] = variable.read(text);
    } catch (error) {
      problems.push(`${variable.name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(config) as ConfigOf<V>;
}

export function required<T>(name: string, read: Reader<T>): Variable<T> {
  return { name, read };
}

export function optional<T>(name: string, read: Reader<T>, fallback: T): Variable<T> {
  return { name, read, fallback };
}
