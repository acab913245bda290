// Payers whose names some program may mistake for something else.
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

export async function renamePayer(
  coreUrl: string,
  user: TestUser,
  personalAccountId: number,
  payer: string,
): Promise<void> {
  const { call } = inCore({ coreUrl }, user);
  const params = { personalAccountId };
  const account = await call(getPersonalAccount, { params });
  const { roomId, accountNumber, owners, share, openedOn } = account;
  const body = { roomId, accountNumber, payer, owners, share, openedOn };
  await call(replacePersonalAccount, { params, body });
}
