// The answers of ГИС ЖКХ to the documents of a house's month, in SQL.
import type { Db, Trx } from '../../tables.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import type { StoredAnswer } from './gis-zhkh.table.ts';

export type AnswersRow = {
  readonly documents: number;
  readonly answers: readonly StoredAnswer[];
  readonly answeredAt: Date | null;
};

/** Undefined when the month was never exported. */
export async function findAnswers(
  db: Db,
  { organizationId, houseId, period }: HouseMonth,
): Promise<AnswersRow | undefined> {
  return db
    .selectFrom('gisExports')
    .select(['documents', 'answers', 'answeredAt'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('period', '=', period)
    .executeTakeFirst();
}

/** Locked until the transaction ends, so that answers are processed one after another; undefined when nothing was exported. */
export async function lockAnswers(
  trx: Trx,
  { organizationId, houseId, period }: HouseMonth,
): Promise<readonly StoredAnswer[] | undefined> {
  const row = await trx
    .selectFrom('gisExports')
    .select('answers')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst();
  return row?.answers;
}

export async function updateAnswers(
  trx: Trx,
  { organizationId, houseId, period }: HouseMonth,
  answers: readonly StoredAnswer[],
  answeredAt: Date,
): Promise<void> {
  await trx
    .updateTable('gisExports')
    .set({ answers: JSON.stringify(answers), answeredAt })
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('period', '=', period)
    .execute();
}

/** The house's accounts that have books. */
export async function listAccounts(
  db: Db,
  { organizationId, houseId }: HouseMonth,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('accountBalances')
    .select('personalAccountId')
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .execute();
  return rows.map(({ personalAccountId }) => personalAccountId);
}

/** The numbers under which the accounts were last charged. */
export async function readAccountNumbers(
  db: Db,
  { organizationId, houseId }: HouseMonth,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('chargedAccounts')
    .select(['personalAccountId', 'accountNumber'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .orderBy('since')
    .execute();
  return new Map(rows.map((row) => [row.personalAccountId, row.accountNumber]));
}
