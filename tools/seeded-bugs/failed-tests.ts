// The outcome of a test run, parsed from its output.

export type Outcome = {
  /** The names of the failed tests, each once. */
  readonly failed: readonly string[];
  readonly passed: number;
};

export function outcomeOf(output: string): Outcome {
  const names = [...output.matchAll(/^\s*✖ (.+) \([\d.]+ms\)/gmu)].map((match) => match[1] ?? '');
  return {
    failed: [...new Set(names)],
    passed: Number(/^ℹ pass (\d+)$/mu.exec(output)?.[1] ?? 0),
  };
}
