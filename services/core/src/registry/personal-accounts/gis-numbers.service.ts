// Identifiers in ГИС ЖКХ: its messages name an account by them, so each belongs to one account of the organization.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Trx } from '../../tables.ts';
import * as repository from './gis-numbers.repository.ts';
import type { GisNumbers } from './gis-numbers.repository.ts';
import type { AccountFields, AccountPlace } from './personal-accounts.repository.ts';

const NUMBERS = ['gisAccountNumber', 'gisServiceId', 'gisAccountGuid'] as const;
const NONE: GisNumbers = { gisAccountNumber: null, gisServiceId: null, gisAccountGuid: null };

/** Blocks other changes of these identifiers in the organization until the transaction ends. */
export async function lockGisNumbers(trx: Trx, organizationId: number): Promise<void> {
  await repository.lockGisNumbers(trx, organizationId);
}

/**
 * Checks the identifiers that the account is given. Those that it had already are not compared.
 * @throws Refusal conflict
 */
export async function requireOwnNumbers(
  trx: Trx,
  place: AccountPlace,
  body: AccountFields,
  before: GisNumbers = NONE,
): Promise<void> {
  const given: GisNumbers = {
    gisAccountNumber: body.gisAccountNumber ?? null,
    gisServiceId: body.gisServiceId ?? null,
    gisAccountGuid: body.gisAccountGuid?.toLowerCase() ?? null,
  };
  const isNew = (name: (typeof NUMBERS)[number]): boolean =>
    given[name] !== null && given[name] !== before[name];
  if (!NUMBERS.some(isNew)) return;
  await lockGisNumbers(trx, place.organizationId);
  const holders = await repository.listHolders(trx, place, given);
  const errors = NUMBERS.filter(isNew).flatMap((name) => {
    const holder = holders.find((other) => other[name] === given[name]);
    if (holder === undefined) return [];
    const { accountNumber } = holder;
    const reason = { code: 'number-of-another', params: { accountNumber } } as const;
    return [{ path: `/${name}`, message: `is that of account ${accountNumber}`, reason }];
  });
  if (errors.length > 0)
    throw new Refusal('conflict', 'Another account has this identifier of ГИС ЖКХ', { errors });
}
