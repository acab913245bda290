// Registries as a user of the billing app sends them, and what is told of them.
import assert from 'node:assert/strict';
import type {
  PaymentImport,
  PaymentImportWithRows,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import type { UnidentifiedPayment } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { askAt, readAllAt, type TestUser } from './test-user.ts';

const BOUNDARY = 'a-boundary-of-the-test';

export type SentRegistry = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: PaymentImport & Pick<Problem, 'code' | 'detail' | 'errors'>;
};

export type RegistryFile = {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** @param query such as `profile=csv` */
export async function sendRegistry(
  app: HttpServer,
  user: TestUser | undefined,
  query: string,
  { content, name = 'Реестр.csv', headers = {} }: RegistryFile,
): Promise<SentRegistry> {
  const asked = async () =>
    app.inject({
      method: 'POST',
      url: `/api/billing/payments/import?${query}`,
      headers: {
        ...(user === undefined ? {} : { authorization: user.authorization }),
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
      payload: formOf(content, name),
    });
  // How many imports may wait is a matter of tests.
  const response = await askAgain(asked, [503]);
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** Sends the registry and waits for the end of its import. */
export async function importRegistry(
  app: HttpServer,
  user: TestUser,
  query: string,
  content: string | Buffer,
): Promise<PaymentImportWithRows> {
  const sent = await sendRegistry(app, user, query, { content });
  assert.ok([200, 202].includes(sent.status), JSON.stringify(sent.body));
  return endOf(app, user, sent.body.id);
}

export async function endOf(
  app: HttpServer,
  user: TestUser,
  importId: number,
): Promise<PaymentImportWithRows> {
  let told: PaymentImportWithRows | undefined;
  await until(`payment import ${importId} has ended`, async () => {
    told = await readImport(app, user, importId);
    return told.finishedAt !== null;
  });
  if (told === undefined) throw new Error('not told');
  return told;
}

export async function readImport(
  app: HttpServer,
  user: TestUser,
  importId: number,
): Promise<PaymentImportWithRows> {
  const url = `/api/billing/payment-imports/${importId}?limit=200`;
  const { status, body } = await askAt<PaymentImportWithRows>(app, user, 'GET', url);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** What waits for a person, of one import or of all. */
export async function waiting(
  app: HttpServer,
  user: TestUser,
  importId?: number,
): Promise<readonly UnidentifiedPayment[]> {
  const of = importId === undefined ? '' : `?importId=${importId}`;
  return readAllAt(app, user, `/api/billing/unidentified-payments${of}`);
}

/** A line of Sberbank's registry of 2026-07-14, for February. */
export function sberbankRow(nth: number, account: string, amount: string): string {
  return `14-07-2026;12-00-09;9055;9055999V;3506111235${nth};${account};ИВАНОВ И.И.;;0226;${amount};${amount};0,00`;
}

/** `rows matched quarantined rejected` and their sums. */
export function countsOf(told: PaymentImport): string {
  return [
    `${told.rows} ${told.matched} ${told.quarantined} ${told.rejected}`,
    `${told.amount} ${told.matchedAmount} ${told.quarantinedAmount} ${told.rejectedAmount}`,
  ].join(' · ');
}

/** Each row as `line status codes`. */
export function rowsOf({ items }: PaymentImportWithRows): readonly string[] {
  return items.map(({ line, status, reasons }) =>
    [line, status, ...reasons.map(({ code }) => code)].join(' '),
  );
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
