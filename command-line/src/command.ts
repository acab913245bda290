// What a command is: its name, its options and operands, and a function that runs it with a client and an output.
import type { Words } from '@kvartplata/domain/text/words.ts';
import type { Client } from '@kvartplata/client/client.ts';
import type { Given, Syntax } from './given.ts';
import type { Output } from './output.ts';
import type { Settings } from './settings.ts';

export type Command = Syntax & {
  readonly words: Words;
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
