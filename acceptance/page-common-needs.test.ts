// The page of a house whose common-house needs were charged by the norm: other methods are compared, the year is tried in a dry
// run, reviewed and booked; the house's card shows the method.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listYearCorrections } from '@kvartplata/contracts/billing/year-corrections.ts';
import { getHouse } from '@kvartplata/contracts/core/houses.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import {
  billMonths,
  makeMeteredHouse,
  readCommon,
  type MeteredHouse,
} from './testing/metered-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('common-house needs on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let house: MeteredHouse;

  before(async () => {
    own = await openOwnPage();
    owner = clientOf(own.services, await signUp(own.services, 'owner'));
    house = await makeMeteredHouse(owner, 'Страничная', 'norm-yearly');
    await readCommon(
      owner,
      house,
      '2025-01',
      Array.from({ length: 12 }, () => 10),
    );
    await billMonths(owner, house, '2025-01', 12);
  });
  after(async () => own.stop());

  test('a month is compared with another method by account and in total, with those that cannot be charged', async () => {
    const visit = await own.visit(`/houses/${house.houseId}/year`);
    const { page } = visit;
    await enter(page, 'owner');
    await page.getByRole('combobox', { name: 'Месяц', exact: true }).selectOption('2025-12');
    const way = page.getByRole('combobox', { name: 'Способ' });
    assert.match((await way.textContent()) ?? '', /По нормативу, .*прибору — как сейчас/);
    await way.selectOption('actual');
    await page.getByRole('button', { name: 'Сравнить' }).click();
    // 4 m³ more at 50 for 100 m².
    await page.getByText('Изменится у 2 счетов из 2.').waitFor();
    const accounts = page.getByRole('region', { name: 'Что изменится по счетам' });
    const rowOf = async (name: RegExp): Promise<string> =>
      (await accounts.getByRole('row').filter({ hasText: name }).textContent()) ?? '';
    assert.match(await rowOf(/-1/), /430,00550,00120,00$/);
    assert.match(await rowOf(/-2/), /370,00450,0080,00$/);
    assert.match(await rowOf(/Итого/), /800,001\s000,00200,00$/);
    await way.selectOption('average-yearly');
    await page.getByRole('button', { name: 'Сравнить' }).click();
    await page.getByText(/Не посчитано полностью: 2\sпричины/).waitFor();
    await page.getByText(/среднемесячный объём общедомовых нужд неизвестен/).waitFor();
    assert.match(await rowOf(/Итого/), /800,00500,00\u2212300,00$/);
    assert.deepEqual(visit.faults, []);
  });

  test('a year is previewed line by line and booked once, and the card shows the method', async () => {
    const { houseId } = house;
    const visit = await own.visit(`/houses/${houseId}/year`);
    const { page } = visit;
    await enter(page, 'owner');
    await page.getByRole('textbox', { name: 'Год' }).fill('2025');
    await page.getByRole('button', { name: 'Показать, что получится' }).click();
    const lines = page.getByRole('region', { name: 'Строки перерасчёта' });
    const row = lines.getByRole('row').filter({ hasText: 'предложите рассрочку' }).first();
    assert.match((await row.textContent()) ?? '', /2\s160,00.*3\s600,00.*1\s440,00/);
    await page.getByRole('button', { name: 'Провести перерасчёт' }).click();
    await page.getByText('Перерасчёт проведён.').waitFor();
    const done = page.getByRole('row').filter({ hasText: /2025.*2\s400,00/ });
    await done.waitFor();
    const { items } = await owner.call(listYearCorrections, { query: { houseId } });
    assert.deepEqual(
      items.map(({ year, amount }) => [year, amount]),
      [[2025, '2400.00']],
    );
    await page.getByRole('button', { name: 'Показать, что получится' }).click();
    await page.getByRole('alert').getByText('Этот год уже пересчитан').waitFor();

    await page.getByRole('combobox', { name: 'Что пересчитать' }).selectOption('heating');
    await page.getByRole('button', { name: 'Показать, что получится' }).click();
    await page.getByRole('alert').getByText('Год пока нельзя пересчитать').waitFor();

    await page.getByRole('link', { name: 'Счета и помещения' }).click();
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    const method = page.getByRole('combobox', { name: 'Общедомовые нужды' });
    assert.equal(await method.inputValue(), 'norm-yearly');
    await method.selectOption('actual');
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await page.getByText('Карточка дома сохранена.').waitFor();
    const stored = await owner.call(getHouse, { params: { houseId } });
    assert.deepEqual([stored.commonNeedsMethod, stored.odnCapped], ['actual', false]);
    assert.deepEqual(
      visit.faults.filter((fault) => !fault.includes('409')),
      [],
    );
  });
});
