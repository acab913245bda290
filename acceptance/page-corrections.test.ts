// Our own page in a real browser: several houses with a wrong tariff get the right one at once, and so do the corrections of
// their charges.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCorrections } from '@kvartplata/contracts/billing/corrections.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { getTariff, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { computeMonth } from './testing/computed-month.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeUpkeepHouse, type UpkeepHouse } from './testing/upkeep-house.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const HOUSES = 4;
const CORRECTIONS = '**/api/billing/corrections';
const addressOf = (number: number): string => `Казань, Полевая, ${number}`;
const BY_FORMER_DATA = 'Исправить дома, начисленные по прежним данным';

describe('the correction of many houses on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let client: Client;
  let faults: readonly string[];
  const houseIds: number[] = [];
  const tariffs: Pick<UpkeepHouse, 'tariffId' | 'tariff'>[] = [];
  const last = Temporal.PlainDate.from(moscowDayOf(new Date())).subtract({ months: 1 });
  const period = last.toPlainYearMonth().toString();
  const firstDay = last.with({ day: 1 });
  const dayBefore = firstDay.subtract({ months: 1 });
  const monthBefore = dayBefore.toPlainYearMonth().toString();

  before(async () => {
    own = await openOwnPage();
    const accountant = await signUp(own.services, 'accountant');
    client = clientOf(own.services, accountant);
    const { id: organizationId } = await client.call(createOrganization, {
      body: { name: 'УК «Полевая»' },
    });
    for (let number = 1; number <= HOUSES; number += 1) {
      const { houseId, ...tariff } = await makeUpkeepHouse(client, organizationId, {
        address: addressOf(number),
        accountNumber: `P-${number}`,
        validFrom: dayBefore.toString(),
      });
      houseIds.push(houseId);
      tariffs.push(tariff);
    }
    for (const month of [monthBefore, period]) {
      const { billingCycleId } = await computeMonth(client, { organizationId }, month);
      // The last one stays a draft.
      await client.call(applyCycle, {
        params: { cycleId: billingCycleId },
        body: { houseIds: houseIds.slice(0, -1) },
      });
    }
    ({ page, faults } = await own.visit('/house-setups'));
    await enter(page, 'accountant');
  });
  after(async () => own.stop());

  const correctionsOf = async (houseId: number): Promise<readonly string[]> => {
    const { items } = await client.call(listCorrections, { query: { houseId } });
    return items.map(({ amount }) => amount);
  };

  const goTo = async (place: string): Promise<void> =>
    page
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link', { name: place, exact: true })
      .click();

  test('is of the month being worked on, also if that is not known yet when it is opened', async () => {
    await goTo('Дома');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/billing/cycles?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await goTo('Месяц');
    await page.waitForURL(/\/month$/);
    held.resolve();
    await page.waitForURL(new RegExp(`/month/${period}$`));
    await page.unrouteAll({ behavior: 'wait' });
    await page.goBack();
  });

  test('is offered after a new tariff for applied months of several houses', async () => {
    await goTo('Месяц');
    await page.getByText('Начисления не проведены').first().waitFor();
    assert.equal(await page.getByRole('link', { name: BY_FORMER_DATA }).count(), 0);
    await goTo('Дома');
    await page.getByRole('link', { name: 'Услуги домов', exact: true }).click();
    await page.getByLabel(`Выбрать: ${addressOf(1)}`).check();
    await page.getByLabel(`Выбрать: ${addressOf(2)}`).check();
    await page.getByRole('button', { name: 'Новый тариф' }).click();
    await page.getByLabel(/^Тариф, ₽/).fill('32');
    const day = [firstDay.day, firstDay.month].map((part) => String(part).padStart(2, '0'));
    await page.getByLabel('Первый день').fill(`${day.join('.')}.${firstDay.year}`);
    await page.getByLabel('Основание').fill('Протокол № 2');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByText(/^Изменения касаются проведённых месяцев/).waitFor();
    await page.getByRole('button', { name: 'Записать' }).click();
    await page.getByText('начислите разницу за проведённые месяцы.').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('link', { name: 'Исправить проведённые месяцы' }).click();
    await page.getByRole('heading', { name: 'Исправление прошлых месяцев', level: 1 }).waitFor();
    const from = `${String(firstDay.month).padStart(2, '0')}.${firstDay.year}`;
    assert.equal(await page.getByLabel('С месяца').inputValue(), from);
    assert.equal(await page.getByLabel('По месяц').inputValue(), from);
  });

  test('is offered by the month at once, although the page has just read its remarks', async () => {
    await goTo('Месяц');
    await page.getByRole('link', { name: BY_FORMER_DATA }).waitFor();
    await page.goBack();
  });

  test('shows what changes in each house, and retries by itself after a failure', async () => {
    let isCut = false;
    await page.route(CORRECTIONS, async (route) => {
      if (isCut) return route.continue();
      isCut = true;
      return route.abort();
    });
    await page.getByLabel('Причина').fill('Тариф собрания');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByText('С разницей: 2 дома, 2 строки, всего 200,00 ₽.').waitFor();
    assert.ok(isCut);
    await page.unroute(CORRECTIONS);
    await page.getByText('Без изменений: 1 дом.').waitFor();
    const table = page.getByRole('region', { name: 'Что изменится по домам' });
    await table.getByRole('row', { name: `${addressOf(1)} 1 1 100,00 есть разница` }).waitFor();
    await table.getByRole('row', { name: /, 4 .*Ни один из этих месяцев не проведён$/ }).waitFor();
    assert.equal(await table.getByRole('row').count(), HOUSES);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(await correctionsOf(houseIds[0] ?? 0), []);
  });

  test('charges the houses that differ, once', async () => {
    await page.getByRole('button', { name: 'Провести исправления: 2 дома' }).click();
    await page.getByText('Исправлено: 2 дома, 2 строки, всего 200,00 ₽.').waitFor();
    await page.getByRole('row', { name: `${addressOf(2)} 1 1 100,00 исправлен` }).waitFor();
    for (const [index, houseId] of houseIds.entries())
      assert.deepEqual(await correctionsOf(houseId), index < 2 ? ['100.00'] : []);
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByText('Без изменений: 3 дома.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Провести исправления/ }).count(), 0);
  });

  test('offers the month before with it when that differs too', async () => {
    const { tariffId, tariff } = tariffs[2] ?? assert.fail();
    const { headers } = await client.callWhole(getTariff, { params: { tariffId } });
    await client.call(replaceTariff, {
      params: { tariffId },
      body: { ...tariff, value: '31' },
      ifMatch: headers.get('etag') ?? '',
    });
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    const row = `${addressOf(3)} 1 1 50,00 есть разница, отличается и ${monthWords(monthBefore).ru}`;
    await page.getByRole('row', { name: row }).waitFor();
    await page.getByRole('link', { name: addressOf(3) }).click();
    await page.getByLabel('Причина').fill('Тариф с прошлого месяца');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    const told = `Отличается и ${monthWords(monthBefore).ru}: 1 строка на 50,00 ₽.`;
    await page.getByText(told).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Пересчитать вместе' }).click();
    await page.getByText('2 строки по 1 счёту, всего 100,00 ₽.').waitFor();
    assert.equal(await page.getByText(told).count(), 0);
  });

  test('is linked from the corrections of one house, and needs at least one house', async () => {
    await page.goto(new URL(`/houses/${houseIds[0]}/corrections`, page.url()).href);
    await page.getByRole('button', { name: 'Тариф собрания' }).waitFor();
    await page.getByRole('link', { name: 'Во многих домах сразу' }).click();
    await page.getByText(`Все дома (${HOUSES})`).waitFor();
    await page.getByRole('button', { name: 'Выбрать дома' }).click();
    await page.getByRole('button', { name: 'Снять все' }).click();
    await page.getByText('Отметьте хотя бы один дом.').waitFor();
  });

  test('its page looks right', async () => {
    await assertWellDrawn(page, ['/corrections']);
    assert.deepEqual(faults, []);
  });
});
