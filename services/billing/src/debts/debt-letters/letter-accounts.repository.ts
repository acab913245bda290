// The debtors of letters in SQL: who gets which letter, who is left out, and earlier letters and open cases.
import type { LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { BeforeId } from '@kvartplata/platform/http/cursor.ts';
import type { OwnJob } from '@kvartplata/platform/jobs/job-table.ts';
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db, Trx } from '../../tables.ts';
import type { StoredLetter } from './stored-letter.ts';

export type LetterAccountRow = {
  readonly houseId: number;
  readonly position: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly payer: string;
  readonly address: string;
  readonly debt: string;
  readonly leftOut: LeftOut | null;
  readonly letter: StoredLetter | null;
};

const COLUMNS = [
  'houseId',
  'position',
  'personalAccountId',
  'accountNumber',
  'payer',
  'address',
  'debt',
  'leftOut',
  'letter',
] as const;

export async function insertAccounts(
  trx: Trx,
  { organizationId, id }: OwnJob,
  accounts: readonly LetterAccountRow[],
): Promise<void> {
  if (accounts.length === 0) return;
  await trx
    .insertInto('debtLetterAccounts')
    .values(
      accounts.map(({ letter, ...account }) => ({
        organizationId,
        debtLettersId: id,
        ...account,
        letter: letter === null ? null : sql`${JSON.stringify(letter)}::jsonb`,
      })),
    )
    .execute();
}

/** In the order of the file. @param isLeftOut both kinds when omitted */
export async function listAccounts(
  db: Db,
  { organizationId, id }: OwnJob,
  {
    after,
    limit,
    isLeftOut,
  }: {
    readonly after: number;
    readonly limit: number;
    readonly isLeftOut?: boolean | undefined;
  },
): Promise<readonly LetterAccountRow[]> {
  let query = db
    .selectFrom('debtLetterAccounts')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('debtLettersId', '=', id)
    .where(sql<boolean>`position > ${after}::bigint`)
    .orderBy('position')
    .limit(limit);
  if (isLeftOut !== undefined) query = query.where('leftOut', isLeftOut ? 'is not' : 'is', null);
  return query.execute();
}

export type ClaimLetterRow = Omit<LetterAccountRow, 'position' | 'debt' | 'leftOut'> & {
  /** The job's id. */
  readonly id: number;
  readonly madeOn: string;
};

/** The claim letters to an account, newest first, or only that of one job. */
export async function listClaims(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  { id, beforeId, limit }: BeforeId & { readonly id?: number | undefined },
): Promise<readonly ClaimLetterRow[]> {
  const { rows } = await sql<ClaimLetterRow>`
    select debt_letters.id, debt_letters.made_on, debt_letter_accounts.house_id, debt_letter_accounts.personal_account_id,
      debt_letter_accounts.account_number, debt_letter_accounts.payer, debt_letter_accounts.address, debt_letter_accounts.letter
    from debt_letter_accounts
    join debt_letters on debt_letters.organization_id = ${organizationId}
      and debt_letters.id = debt_letter_accounts.debt_letters_id
    where debt_letter_accounts.organization_id = ${organizationId} and debt_letter_accounts.house_id = ${houseId}
      and debt_letter_accounts.personal_account_id = ${personalAccountId}
      and debt_letter_accounts.left_out is null and debt_letters.kind = 'claim' and not debt_letters.dry_run
      and ${id === undefined ? sql`true` : sql`debt_letters.id = ${id}`}
      and ${beforeId === undefined ? sql`true` : sql`debt_letters.id < ${beforeId}`}
    order by debt_letters.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

type House = Omit<AccountPlace, 'personalAccountId'>;

/** The accounts of a house that were sent a claim letter since the day. */
export async function listWrittenSince(
  db: Db,
  { organizationId, houseId }: House,
  personalAccountIds: readonly number[],
  since: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ personalAccountId: number }>`
    select distinct debt_letter_accounts.personal_account_id
    from debt_letter_accounts
    join debt_letters on debt_letters.organization_id = ${organizationId}
      and debt_letters.id = debt_letter_accounts.debt_letters_id
    where debt_letter_accounts.organization_id = ${organizationId} and debt_letter_accounts.house_id = ${houseId}
      and debt_letter_accounts.personal_account_id = any(${personalAccountIds}::bigint[])
      and debt_letter_accounts.left_out is null and debt_letters.kind = 'claim' and not debt_letters.dry_run
      and debt_letters.made_on > ${since}::date
  `.execute(db);
  return rows.map(({ personalAccountId }) => personalAccountId);
}

/** The accounts of a house with a court case that has not ended. */
export async function listWithOpenCase(
  db: Db,
  { organizationId, houseId }: House,
  personalAccountIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ personalAccountId: number }>`
    select court_cases.personal_account_id
    from court_cases
    where court_cases.organization_id = ${organizationId} and court_cases.house_id = ${houseId}
      and court_cases.personal_account_id = any(${personalAccountIds}::bigint[]) and court_cases.state <> 'ended'
  `.execute(db);
  return rows.map(({ personalAccountId }) => personalAccountId);
}
