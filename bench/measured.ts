// What a benchmark tells: its figures, each beside those of its limit.

export type Measured = {
  readonly name: string;
  /** What is measured, and the bare thing that it cannot beat. */
  readonly what: string;
  readonly limit: string;
  readonly ours: readonly number[];
  readonly limits: readonly number[];
  /** Milliseconds unless said otherwise. */
  readonly unit?: 'ms' | 'bytes';
  /** Which ratio to the limit it should not be above, where one was set. */
  readonly goal?: number;
  /** What else was seen, a line a run. */
  readonly notes?: readonly string[];
};
