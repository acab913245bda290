// Letters to debtors, asked for over HTTP and made by their job.
import assert from 'node:assert/strict';
import {
  createDebtLetters,
  getDebtLetters,
  listDebtLetterAccounts,
  type DebtLetters,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type { PayingHouse } from './paying-house.ts';

type Ask = PayingHouse['ask'];

/** The letters once their job has ended. */
export async function makeLetters(ask: Ask, body: object): Promise<DebtLetters> {
  const whole = { kind: 'claim', form: 'pdf', ...body };
  const { status, body: asked, text } = await ask(createDebtLetters, { body: whole });
  assert.equal(status, 202, text);
  let letters: DebtLetters | undefined;
  await until('the letters are made', async () => {
    letters = (await ask(getDebtLetters, { params: { debtLettersId: asked.id } })).body;
    return letters.finishedAt !== null;
  });
  assert.ok(letters);
  return letters;
}

/** Each account with why it gets no letter, or `letter`. */
export async function verdictsOf(ask: Ask, debtLettersId: number): Promise<readonly string[]> {
  const { items } = (await ask(listDebtLetterAccounts, { params: { debtLettersId } })).body;
  return items.map(({ accountNumber, leftOut }) => `${accountNumber} ${leftOut ?? 'letter'}`);
}
