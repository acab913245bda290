// Files to import, and the way in which a test sends one.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Import } from '@kvartplata/contracts/core/imports.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { TestApp } from './test-app.ts';

const BOUNDARY = 'a-boundary-of-the-test';

export type Sent = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Import & Pick<Problem, 'code' | 'detail'>;
};

export type SentFile = {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** @param url with its query, below /api/imports */
export async function sendFile(
  core: TestApp,
  user: number | 'admin',
  url: string,
  { content, name = 'Файл.csv', headers = {} }: SentFile,
): Promise<Sent> {
  const asked = async () =>
    core.askAtOnce(user, 'POST', `/api/imports/${url}`, {
      body: formOf(content, name),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    });
  // How many imports may wait is a matter of tests.
  const answer = await askAgain(asked, [503]);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<Sent['body']>(),
  };
}

/** Sends the file and waits for the end of its import. */
export async function importFile(
  core: TestApp,
  user: number | 'admin',
  url: string,
  content: string | Buffer,
): Promise<Import> {
  const sent = await sendFile(core, user, url, { content });
  assert.ok([200, 202].includes(sent.status), JSON.stringify(sent.body));
  let told: Import = sent.body;
  await until(`import ${told.id} has ended`, async () => {
    told = (await core.askAt(user, 'GET', `/api/imports/${told.id}`)).json<Import>();
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

function formOf(content: string | Buffer, name: string): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
