// What a command is: its name, its options and operands, and a function that runs it with a client and an output.
import type { Words } from '@kvartplata/domain/text/words.ts';
import type { Client } from '@kvartplata/client/client.ts';
import type { Given } from './given.ts';
import type { Output } from './output.ts';
import type { Settings } from './settings.ts';

export type OptionFacts = {
  readonly words: Words;
  /** The placeholder for its value in the help, such as `YYYY-MM`; a flag has none. */
  readonly value?: string;
  readonly isRequired?: true;
  /** It may be given several times. */
  readonly isRepeated?: true;
};

export type Command = {
  /** As typed: `payments book`. */
  readonly name: string;
  readonly words: Words;
  /** Arguments without an option name, such as `FILE`; three dots mean several. */
  readonly operands?: string;
  readonly options: Readonly<Record<string, OptionFacts>>;
  readonly run: (context: Context) => Promise<void>;
};

export type Context = {
  readonly given: Given;
  readonly output: Output;
  readonly settings: Settings;
  /** Reads piped input, or prompts on the terminal without showing what is typed. */
  readonly askSecret: (prompt: Words) => Promise<string>;
  /** Signed in as the stored person or program, or the one that the environment names. */
  readonly connect: () => Promise<Client>;
};
