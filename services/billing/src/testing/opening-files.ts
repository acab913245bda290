// Sends files of opening balances as a user of the billing app, and reads the results.
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getOpeningImport,
  importOpeningBalances,
  undoOpeningImport,
  type OpeningImport,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { ask, askOnce, type TestUser } from './test-user.ts';

/** The query with which a file is sent, such as `{ asOf: '2026-01' }`, valid or not. */
export type OpeningQuery = Readonly<Record<string, string | number | boolean>>;

export const HEADER = 'account;month;kind;service;amount';

export async function sendOpening(
  app: HttpServer,
  user: TestUser | undefined,
  query: OpeningQuery,
  content: string | Buffer,
  sent: Pick<Sent, 'idempotencyKey'> = {},
): Promise<Answered<typeof importOpeningBalances>> {
  const send = async () => {
    const body = new FormData();
    const bytes = typeof content === 'string' ? content : new Uint8Array(content);
    body.append('file', new File([bytes], 'Остатки.csv'));
    return askOnce(app, user, importOpeningBalances, { ...sent, query, body });
  };
  return askAgain(send, [503]);
}

/** Sends the file and waits until its import has ended. */
export async function importOpening(
  app: HttpServer,
  user: TestUser,
  query: OpeningQuery,
  content: string | Buffer,
): Promise<OpeningImport> {
  const { status, body, text } = await sendOpening(app, user, query, content);
  if (status !== 202) throw new Error(text);
  return endOf(app, user, body.id);
}

export async function undoOpening(
  app: HttpServer,
  user: TestUser,
  openingImportId: number,
): Promise<OpeningImport> {
  const params = { openingImportId };
  const { status, text, headers } = await askOnce(app, user, undoOpeningImport, { params });
  const isAccepted =
    status === 202 && headers.get('location') === addressOf(getOpeningImport, { params });
  if (!isAccepted) throw new Error(text);
  return endOf(app, user, openingImportId);
}

async function endOf(
  app: HttpServer,
  user: TestUser,
  openingImportId: number,
): Promise<OpeningImport> {
  let told: OpeningImport | undefined;
  await until(`opening import ${openingImportId} has ended`, async () => {
    told = (await ask(app, user, getOpeningImport, { params: { openingImportId } })).body;
    return !['QUEUED', 'RUNNING'].includes(told.status);
  });
  if (told === undefined) throw new Error('not told');
  return told;
}

/** The status and code of a file that is refused as a whole, with what its refusal says. */
export async function refusalOfOpening(
  app: HttpServer,
  user: TestUser,
  query: OpeningQuery,
  content: string | Buffer,
): Promise<readonly (string | number)[]> {
  const { status, problem } = await sendOpening(app, user, query, content);
  return [status, problem.code, ...(problem.errors ?? []).map(({ message }) => message)];
}

/** `status rows accepted refused · principal penalty advance · reasons`. */
export function toldOf({
  status,
  rows,
  accepted,
  refused,
  totals,
  reasons,
}: OpeningImport): string {
  const sums = [totals.principal, totals.penalty, totals.advance].join(' ');
  const why = reasons.map(({ code, count, firstLine }) => `${code} ${count} from ${firstLine}`);
  return [`${status} ${rows} ${accepted} ${refused}`, sums, ...why].join(' · ');
}
