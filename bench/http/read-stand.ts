// The three services with a house whose balances an accountant may read.
import { sql } from 'kysely';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { startStand, type Stand } from '../calculation/stand.ts';
import type { Target } from './load.ts';

export type ReadStand = {
  readonly stand: Stand;
  readonly houseId: number;
  readonly organizationId: number;
  /** The balance of one account. */
  readonly oneRow: Target;
  readonly fiftyRows: Target;
};

const ACCOUNTS = 1_000;

export async function startReadStand(): Promise<ReadStand> {
  // As in operation: one log line per request.
  const stand = await startStand({ LOG_LEVEL: 'info' });
  const core = stand.coreProcess.url;
  const urls = { auth: stand.authProcess.url, core, billing: stand.billingProcess.url };
  const reader = await signUp({ urls }, 'reader');
  const { call } = clientOf({ urls }, reader);
  const organization = { name: 'УК «Читающая»' };
  const { id: organizationId } = await call(createOrganization, { body: organization });
  const { houseId } = await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select ${houseId}::bigint, n, ${organizationId}::bigint, n, now() from generate_series(1, ${ACCOUNTS}::integer) as n
  `.execute(stand.billing.db);
  await sql`vacuum analyze account_balances`.execute(stand.billing.db);
  const { billing } = urls;
  const one = addressOf(getAccountBalance, { params: { personalAccountId: 7 } });
  const fifty = addressOf(listAccountBalances, { query: { houseId } });
  const headers = { authorization: reader.authorization };
  return {
    stand,
    houseId,
    organizationId,
    oneRow: { url: billing + one, headers },
    fiftyRows: { url: billing + fifty, headers },
  };
}
