// Payers whose names look like something else to one program or another.
import assert from 'node:assert/strict';
import type { TestUser } from './test-user.ts';

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
  { authorization }: TestUser,
  personalAccountId: number,
  payer: string,
): Promise<void> {
  const url = `${coreUrl}/api/personal-accounts/${personalAccountId}`;
  const read = await fetch(url, { headers: { authorization } });
  const { roomId, accountNumber, owners, share, openedOn } = (await read.json()) as Record<
    string,
    unknown
  >;
  const response = await fetch(url, {
    method: 'PUT',
    headers: {
      authorization,
      'content-type': 'application/json',
      'if-match': read.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ roomId, accountNumber, payer, owners, share, openedOn }),
  });
  assert.equal(response.status, 200, await response.text());
}
