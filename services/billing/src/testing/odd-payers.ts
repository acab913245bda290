// Payers of accounts: names that some program may mistake for something else, and an organization.
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { inCore, type TestUser } from './test-user.ts';

export const ODD_PAYERS: readonly string[] = [
  '=HYPERLINK("http://example.org";"x")',
  '+7 900 000-00-00',
  '-1',
  '@SUM(1)',
  'О"Коннор "Младший"',
  '<b>Иванов</b> & "Ко"; ]]>',
  '👨‍👩‍👧 Семья 🏠',
  'Я'.repeat(200),
];

/** Its INN has ten digits. */
export const SHOP = { payer: 'ООО «Хлебный дом»', payerInn: '7107012347' };

export async function changePayer(
  coreUrl: string,
  user: TestUser,
  personalAccountId: number,
  changed: { readonly payer: string; readonly payerInn?: string },
): Promise<void> {
  const { call } = inCore({ coreUrl }, user);
  const params = { personalAccountId };
  const account = await call(getPersonalAccount, { params });
  const { roomId, accountNumber, owners, share, openedOn } = account;
  const body = { roomId, accountNumber, ...changed, owners, share, openedOn };
  await call(replacePersonalAccount, { params, body });
}
