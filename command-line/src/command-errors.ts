// How a command can end badly: typed wrongly, or run with a bad outcome.
import type { Words } from '@kvartplata/domain/text/words.ts';

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.words = words;
  }
}

/** A command ran, but with a bad outcome: a failed job, or a file of the wrong kind. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.words = words;
  }
}
