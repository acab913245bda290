// An account is closed before months that are charged: the page names them, and changes it only after a confirmation. A
// correction then reverses the charges of those months.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import {
  getPersonalAccount,
  listPersonalAccounts,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('dates that remove charged months', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let house: BilledHouse;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'owner');
    owner = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person);
  });
  after(async () => own.stop());

  test('are confirmed on the page, and the charges are corrected', async () => {
    const charged = Temporal.PlainYearMonth.from(house.months.at(-1) ?? '');
    const dayBefore = charged.toPlainDate({ day: 1 }).subtract({ days: 1 });
    const { houseId } = house;
    const found = await owner.call(listPersonalAccounts, { query: { houseId, limit: 1 } });
    const [account] = found.items;
    assert.ok(account);
    const visit = await own.visit(`/accounts/${account.id}`);
    const { page } = visit;
    await enter(page, 'owner');
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    await page.getByRole('textbox', { name: 'Закрыт' }).fill(dayBefore.toLocaleString('ru'));
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('Месяцы, которые уже начислены').waitFor();
    const month = charged.toPlainDate({ day: 1 }).toLocaleString('ru', { month: 'long' });
    assert.match((await refusal.textContent()) ?? '', new RegExp(`${month} ${charged.year}`));
    const params = { personalAccountId: account.id };
    assert.equal((await owner.call(getPersonalAccount, { params })).closedOn, null);
    await refusal.getByRole('button', { name: 'Всё равно сохранить' }).click();
    await page.getByText('Карточка счёта сохранена.').waitFor();
    assert.equal((await owner.call(getPersonalAccount, { params })).closedOn, String(dayBefore));
    assert.deepEqual(visit.faults, []);

    const query = { houseId, ...params, limit: 200 };
    const { items } = await owner.call(listCharges, { query });
    const body = {
      houseId,
      periodFrom: String(charged),
      periodTo: String(charged),
      reason: 'Выезд, о котором сообщили поздно',
      dryRun: true,
    };
    const { lines } = await owner.call(createCorrection, { body });
    const kopecks = (text: string): number => Math.round(Number(text) * 100);
    const sum = (amounts: readonly string[]): number =>
      amounts.reduce((total, amount) => total + kopecks(amount), 0);
    const taken = lines.filter(({ personalAccountId }) => personalAccountId === account.id);
    assert.ok(items.length > 0);
    assert.equal(sum(taken.map(({ amount }) => amount)), -sum(items.map(({ amount }) => amount)));
  });
});
