// What a run of tests says of itself, read from what it prints.

export type Outcome = {
  /** The names of the tests that failed, each once. */
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
