// Sends payment registries as a user of the billing app, and reads the results.
import {
  getPaymentImport,
  importPayments,
  type PaymentImport,
  type PaymentImportWithRows,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  listUnidentifiedPayments,
  type UnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { ask, askOnce, readAll, type TestUser } from './test-user.ts';

/** The query with which a registry is sent, such as `{ profile: 'csv' }`, valid or not. */
export type RegistryQuery = Readonly<Record<string, string | number | boolean>>;

export type RegistryFile = {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly idempotencyKey?: string;
};

export async function sendRegistry(
  app: HttpServer,
  user: TestUser | undefined,
  query: RegistryQuery,
  { content, name = 'Реестр.csv', idempotencyKey }: RegistryFile,
): Promise<Answered<typeof importPayments>> {
  const send = async () => {
    const body = new FormData();
    body.append(
      'file',
      new File([typeof content === 'string' ? content : new Uint8Array(content)], name),
    );
    return askOnce(app, user, importPayments, { query, body, idempotencyKey });
  };
  // Other tests decide how many imports may wait.
  return askAgain(send, [503]);
}

/** Sends the registry and waits until its import has ended. */
export async function importRegistry(
  app: HttpServer,
  user: TestUser,
  query: RegistryQuery,
  content: string | Buffer,
): Promise<PaymentImportWithRows> {
  const { body } = await sendRegistry(app, user, query, { content });
  return endOf(app, user, body.id);
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
  const asked = { params: { paymentImportId: importId }, query: { limit: 200 } };
  return (await ask(app, user, getPaymentImport, asked)).body;
}

/** The unidentified payments of one import, or of all. */
export async function waiting(
  app: HttpServer,
  user: TestUser,
  importId?: number,
): Promise<readonly UnidentifiedPayment[]> {
  return readAll(app, user, listUnidentifiedPayments, { query: { importId } });
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
