// What a command prints: tables that fit a terminal, or JSON for programs; progress and remarks go to standard error.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';
import type { Language } from '../../web/lib/in-both.ts';
import { printable } from './printable.ts';
import { drawTable } from './table.ts';

export type Column<Item> = {
  readonly title: Words;
  readonly of: (item: Item, output: Output) => string;
  /** Aligned to the right. */
  readonly isFigure?: true;
};

export type Output = {
  readonly language: Language;
  readonly isJson: boolean;
  readonly say: (words: Words) => string;
  /** `1234.50` as the language writes it; empty for nothing. */
  readonly figure: (amount: string | null | undefined) => string;
  /** A day or a month such as `2026-11-21` or `2026-11`, as it is typed in the language; empty for nothing. */
  readonly date: (date: string | null | undefined) => string;
  /** A list: as JSON, each item as received; otherwise as one table. */
  readonly list: <Item>(
    columns: readonly Column<Item>[],
    items: AsyncIterable<Item> | readonly Item[],
  ) => Promise<void>;
  /** A single document: as JSON, or as sentences. */
  readonly tell: (document: unknown, ...sentences: readonly Words[]) => void;
  /** Goes to standard error, such as what to do next. */
  readonly remark: (words: Words) => void;
  /** Updates the line on a terminal; elsewhere only the last one is printed. */
  readonly progress: (words: Words, isOver: boolean) => void;
  /** Writes to a file, or to standard output if none is named. @throws RequestFailure */
  readonly save: (file: Response, path: string | undefined) => Promise<void>;
};

type Streams = { readonly out: NodeJS.WriteStream; readonly err: NodeJS.WriteStream };

export function createOutput(
  { out, err }: Streams,
  { language, isJson }: { readonly language: Language; readonly isJson: boolean },
): Output {
  const say = ({ ru, en }: Words): string => (language === 'ru' ? ru : en);
  const line = (text: string): boolean => out.write(`${text}\n`);
  const output: Output = {
    language,
    isJson,
    say,
    figure: (amount = null) => {
      if (amount === null) return '';
      return language === 'ru' ? inRussian(amount) : amount;
    },
    date: (date) => showDate(date ?? '', language),
    list: async (columns, items) => {
      if (isJson) {
        for await (const item of items) line(JSON.stringify(item));
        return;
      }
      const rows: (readonly string[])[] = [];
      for await (const item of items) rows.push(columns.map((column) => column.of(item, output)));
      const titles = columns.map(({ title, isFigure }) => ({ text: say(title), isFigure }));
      for (const row of drawTable(titles, rows, out.isTTY ? out.columns : undefined)) line(row);
    },
    tell: (document, ...sentences) => {
      if (isJson) line(JSON.stringify(document));
      else for (const sentence of sentences) line(printable(say(sentence)));
    },
    remark: (words) => void err.write(`${printable(say(words))}\n`),
    progress: (words, isOver) => {
      if (err.isTTY) err.write(`\r\u001b[K${printable(say(words))}${isOver ? '\n' : ''}`);
      else if (isOver) err.write(`${printable(say(words))}\n`);
    },
    save: async (file, path) => {
      const pieces = piecesOf(file);
      await (path === undefined
        ? pipeline(pieces, out, { end: false })
        : pipeline(pieces, createWriteStream(path)));
    },
  };
  return output;
}

/** @throws RequestFailure when the connection is lost before the end */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new RequestFailure('unreachable', 0, { cause });
  }
}

/** In Russian `2026-11-21` becomes `21.11.2026`, and `2026-11` `11.2026`. */
export function showDate(date: string, language: Language): string {
  return language === 'ru' ? date.split('-').toReversed().join('.') : date;
}

/** `-1234.50` becomes `-1 234,50`, with a plain hyphen as the minus so that programs can read it. */
function inRussian(amount: string): string {
  return amount.replaceAll(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ' ').replace('.', ',');
}
