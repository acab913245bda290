// Files to import, and helpers that send them.
import { buffer } from 'node:stream/consumers';
import { type importGisAccounts } from '@kvartplata/contracts/core/gis-accounts.ts';
import { type importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import {
  getImport,
  type Import,
  type importHouses,
  type importMeters,
  type importReadings,
  type importServices,
} from '@kvartplata/contracts/core/imports.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { TestApp } from './test-app.ts';

/** The operations that take a file. */
export type Importing =
  | typeof importHouses
  | typeof importServices
  | typeof importMeters
  | typeof importReadings
  | typeof importGisAccounts
  | typeof importGisMeters;

export type SentFile = Pick<Sent, 'query' | 'idempotencyKey'> & {
  readonly content: string | Buffer;
  readonly name?: string;
};

export async function sendFile(
  core: TestApp,
  user: number | 'admin',
  importing: Importing,
  { content, name = 'Файл.csv', ...sent }: SentFile,
): Promise<Answered<Importing>> {
  const body = new FormData();
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  body.append('file', new File([part], name));
  // How many imports may wait is tested elsewhere.
  return askAgain(async () => core.askOnce(user, importing, { ...sent, body }), [503]);
}

/** Sends the file and waits for the end of its import. */
export async function importFile(
  core: TestApp,
  user: number | 'admin',
  importing: Importing,
  content: SentFile['content'],
  query?: Sent['query'],
): Promise<Import> {
  let { body: told } = await sendFile(core, user, importing, { content, query });
  const params = { importId: told.id };
  await until(`import ${told.id} has ended`, async () => {
    told = (await core.ask(user, getImport, { params })).body;
    return told.finishedAt !== null;
  });
  return told;
}

export async function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  return buffer(writeTable('xlsx', { rows, sheetName: 'Лист', widths: [] }));
}

export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join(';')).join('\r\n');
}
