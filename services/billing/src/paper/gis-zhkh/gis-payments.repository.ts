// A house's payments of a month as reported to ГИС ЖКХ, those reversed in it, and the answers to them, in SQL.
import { sql } from 'kysely';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { Db, Trx } from '../../tables.ts';
import type { GisError } from './gis-answer.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';

const WRITTEN_AT_ONCE = 500;

export type PaymentRow = {
  readonly id: number;
  readonly personalAccountId: number;
  readonly amount: string;
  readonly paidOn: string;
  /** The first day of the month named by the payer. */
  readonly namedPeriod: string | null;
};

/** Payments booked in the month and not reversed within it: together they are the month's payments, without stornos. */
export async function listPayments(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select payments.id, payments.personal_account_id, payments.amount, payments.paid_on, payments.named_period
    from payments
    where payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
      and payments.booked_in = ${period}::date and not exists (
        select from stornos
        where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
          and stornos.personal_account_id = payments.personal_account_id and stornos.transaction_type = 'PAYMENT'
          and stornos.document_id = payments.id and stornos.period = ${period}::date
      )
    order by payments.paid_on, payments.id
  `.execute(db);
  return rows;
}

export type TakenBackRow = PaymentRow & {
  readonly bookedIn: string;
  readonly takenBackAt: Date;
  readonly reason: string;
  /** The number assigned by ГИС ЖКХ; null when no answer was read. */
  readonly uniqueNumber: string | null;
};

/** Payments reversed in the month, whenever they were booked. */
export async function listTakenBack(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly TakenBackRow[]> {
  const { rows } = await sql<TakenBackRow>`
    select payments.id, payments.personal_account_id, payments.amount, payments.paid_on, payments.named_period,
      payments.booked_in, taken.at as taken_back_at, taken.reason, gis_payments.unique_number
    from (
      select personal_account_id, document_id, min(created_at) as at, min(reason) as reason from stornos
      where stornos.organization_id = ${organizationId} and stornos.house_id = ${houseId}
        and stornos.period = ${period}::date and stornos.transaction_type = 'PAYMENT'
      group by personal_account_id, document_id
    ) as taken
    join payments on payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
      and payments.personal_account_id = taken.personal_account_id and payments.id = taken.document_id
    left join gis_payments on gis_payments.organization_id = ${organizationId} and gis_payments.house_id = ${houseId}
      and gis_payments.personal_account_id = payments.personal_account_id and gis_payments.payment_id = payments.id
    order by payments.paid_on, payments.id
  `.execute(db);
  return rows;
}

export type PaymentAnswer = {
  readonly personalAccountId: number;
  readonly paymentId: number;
  readonly errors: readonly GisError[];
  readonly uniqueNumber: string | null;
};

/** All payments booked in the month, including reversed ones: an answer may concern any of them. */
export async function listBooked(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly Pick<PaymentRow, 'id' | 'personalAccountId'>[]> {
  return db
    .selectFrom('payments')
    .select(['id', 'personalAccountId'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('bookedIn', '=', period)
    .execute();
}

/** A later answer replaces an earlier one; a number once assigned is kept. */
export async function upsertPaymentAnswers(
  trx: Trx,
  { organizationId, houseId }: HouseMonth,
  answers: readonly PaymentAnswer[],
  answeredAt: Date,
): Promise<void> {
  for (const some of inChunks(answers, WRITTEN_AT_ONCE))
    await trx
      .insertInto('gisPayments')
      .values(
        some.map((answer) => ({
          organizationId,
          houseId,
          personalAccountId: answer.personalAccountId,
          paymentId: answer.paymentId,
          errors: JSON.stringify(answer.errors),
          uniqueNumber: answer.uniqueNumber,
          answeredAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.constraint('gis_payments_pkey').doUpdateSet((given) => ({
          errors: given.ref('excluded.errors'),
          uniqueNumber: sql`coalesce(excluded.unique_number, gis_payments.unique_number)`,
          answeredAt: given.ref('excluded.answeredAt'),
        })),
      )
      .execute();
}

export type AnsweredPaymentRow = Omit<PaymentAnswer, 'uniqueNumber'> &
  Pick<PaymentRow, 'amount' | 'paidOn'>;

/** For the payments booked in the month. */
export async function listPaymentAnswers(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly AnsweredPaymentRow[]> {
  const { rows } = await sql<AnsweredPaymentRow>`
    select gis_payments.personal_account_id, gis_payments.payment_id, gis_payments.errors, payments.amount, payments.paid_on
    from gis_payments
    join payments on payments.organization_id = ${organizationId} and payments.house_id = ${houseId}
      and payments.personal_account_id = gis_payments.personal_account_id and payments.id = gis_payments.payment_id
    where gis_payments.organization_id = ${organizationId} and gis_payments.house_id = ${houseId}
      and payments.booked_in = ${period}::date
    order by payments.paid_on, payments.id
  `.execute(db);
  return rows;
}
