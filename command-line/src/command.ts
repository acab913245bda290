// What a command is: its words, what it takes, and what it does with a client and an output.
import type { Words } from '@kvartplata/domain/text/words.ts';
import type { Client } from '@kvartplata/client/client.ts';
import type { Given } from './given.ts';
import type { Output } from './output.ts';
import type { Settings } from './settings.ts';

export type OptionFacts = {
  readonly words: Words;
  /** What stands for its value in the help, as `YYYY-MM`; a flag has none. */
  readonly value?: string;
  readonly isRequired?: true;
  /** It may be given several times. */
  readonly isRepeated?: true;
};

export type Command = {
  /** As it is typed: `payments book`. */
  readonly name: string;
  readonly words: Words;
  /** What is typed without a name in front, as `FILE`; three dots stand for several. */
  readonly operands?: string;
  readonly options: Readonly<Record<string, OptionFacts>>;
  readonly run: (context: Context) => Promise<void>;
};

export type Context = {
  readonly given: Given;
  readonly output: Output;
  readonly settings: Settings;
  /** What was piped in, or is typed now, without showing it. */
  readonly askSecret: (prompt: Words) => Promise<string>;
  /** Signed in as the person or the program that is kept, or named by the environment. */
  readonly connect: () => Promise<Client>;
};

/** A command line that cannot be meant. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.words = words;
  }
}

/** Something was done, and came out as it should not have: a job that failed, a file that is none. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly words: Words;

  constructor(words: Words) {
    super(words.en);
    this.words = words;
  }
}
