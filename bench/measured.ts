// The result of a benchmark: its figures, each with that of its limit.

export type Measured = {
  readonly name: string;
  /** What is measured, and the bare operation that it cannot beat. */
  readonly what: string;
  readonly limit: string;
  readonly ours: readonly number[];
  readonly limits: readonly number[];
  /** Milliseconds unless said otherwise. */
  readonly unit?: 'ms' | 'bytes';
  /** The maximum ratio to the limit, if one was set. */
  readonly goal?: number;
  /** Other observations, one line per run. */
  readonly notes?: readonly string[];
};
