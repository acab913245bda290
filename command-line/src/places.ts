// The organization, house or account that a command is about.
import type { Client } from '@kvartplata/client/client.ts';
import { itemsOf } from '@kvartplata/client/pages.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import {
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { Failed, UsageError } from './command-errors.ts';
import type { Given, OptionFacts } from './given.ts';

export const ORGANIZATION: OptionFacts = {
  value: 'ID',
  words: {
    ru: 'номер организации; не нужен, если она одна',
    en: 'the id of the organization; not needed if there is one',
  },
};
export const HOUSE: OptionFacts = {
  value: 'ID',
  words: {
    ru: 'номер дома, см. kvartplata houses',
    en: 'the id of the house, see kvartplata houses',
  },
};
export const MONTH: OptionFacts = {
  value: 'YYYY-MM',
  isRequired: true,
  words: { ru: 'месяц', en: 'the month' },
};

/** The named one, or the only one. */
export async function organizationOf({ call }: Client, given: Given): Promise<number> {
  const named = given.id('organization');
  if (named !== undefined) return named;
  const all = await call(listOrganizations);
  const [only, other] = all;
  if (only !== undefined && other === undefined) return only.id;
  const names = all.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw new UsageError({
    ru: all.length === 0 ? 'организаций нет' : `укажите --organization: ${names}`,
    en: all.length === 0 ? 'there are no organizations' : `name the --organization: ${names}`,
  });
}

/** @throws Failed when no account has this number, or accounts in several organizations do */
export async function accountOf(
  client: Client,
  given: Given,
  accountNumber: string,
): Promise<PersonalAccount> {
  const query = { search: accountNumber, organizationId: given.id('organization') };
  const found: PersonalAccount[] = [];
  for await (const account of itemsOf(client, listPersonalAccounts, { query }))
    if (account.accountNumber === accountNumber) found.push(account);
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  if (only === undefined)
    throw new Failed({
      ru: `нет лицевого счёта ${accountNumber}`,
      en: `there is no account ${accountNumber}`,
    });
  throw new UsageError({
    ru: `счёт ${accountNumber} есть в нескольких организациях: укажите --organization`,
    en: `several organizations have an account ${accountNumber}: name the --organization`,
  });
}
