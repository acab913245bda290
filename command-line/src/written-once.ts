// A write with an idempotency key: sent again with it after a lost connection, it happens once.
import { newKey } from '@kvartplata/client/client.ts';
import { mayHaveHappened, RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { Context } from './command.ts';
import type { OptionFacts } from './given.ts';

export const KEY: OptionFacts = {
  value: 'KEY',
  words: {
    ru: 'ключ повтора: та же команда с ним выполняется один раз (помнится 24 часа)',
    en: 'the same command with the same key is done once (remembered for 24 hours)',
  },
};

/** If the outcome is unknown, prints the key: the same command with it is not done twice. */
export async function writtenOnce<T>(
  { given, output }: Pick<Context, 'given' | 'output'>,
  write: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const key = given.text('key') ?? newKey();
  try {
    return await write(key);
  } catch (error) {
    if (error instanceof RequestFailure && mayHaveHappened(error))
      output.remark({
        ru: `Неизвестно, выполнено ли это. Повторите команду с --key ${key}: дважды она не выполнится.`,
        en: `It is not known whether this was done. Repeat the command with --key ${key}: it is not done twice.`,
      });
    throw error;
  }
}
