// Our own page in a real browser: the table of penalty rates, the impact of changing one, and the calculator.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import {
  listPenaltyRates,
  measureRateImpact,
  replacePenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { computeMonth } from './testing/computed-month.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

type Published = {
  readonly id: string;
  readonly debt: string;
  readonly dueDate: string;
  readonly targetDate: string;
  readonly publishedPenalty: string;
};
const CASES = JSON.parse(
  readFileSync(new URL('../domain/regulation/penalty/penalty-cases.json', import.meta.url), 'utf8'),
) as readonly Published[];

describe('penalties on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let admin: Client;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    // The first user is the platform's admin. The house's oldest month is long overdue.
    const person = await signUp(own.services, 'admin');
    admin = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person, 0);
    await signUp(own.services, 'reader');
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'admin');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  const asDay = (iso: string): string => iso.split('-').toReversed().join('.');
  const shown = (amount: string): string =>
    amount
      .replace('-', '\u2212')
      .replace('.', ',')
      .replaceAll(/\B(?=(?:\d{3})+,)/g, '\u00a0');

  async function typeRate(from: string, base: string, effective: string): Promise<void> {
    await page.getByRole('button', { name: 'Добавить ставку' }).click();
    const dialog = page.getByRole('dialog', { name: 'Добавить ставку' });
    await dialog.getByLabel('Первый день').fill(from);
    await dialog.getByLabel('Ключевая ставка, %').fill(base);
    await dialog.getByLabel('Для пеней, %').fill(effective);
  }

  test('the effect of a rate is shown house by house, and an overlapping rate is refused', async () => {
    await open('/penalties/rates');
    await typeRate('01.03.2026', '14', '1');
    await page.getByLabel('Закончить действующую ставку днём раньше').uncheck();
    await page.getByLabel('Последний день').fill('31.03.2026');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    const body = {
      validFrom: '2026-03-01',
      validTo: '2026-03-31',
      baseCbrRate: '14',
      effectiveRate: '1',
    };
    const impact = await admin.call(measureRateImpact, { body });
    assert.equal(impact.houses.length, 1);
    const dialog = page.getByRole('dialog', { name: 'Добавить ставку' });
    const row = dialog.getByRole('row', { name: /^г\. Зареченск, ул\. Садовая/ });
    await row.getByText(shown(impact.difference)).waitFor();
    await page.getByRole('button', { name: 'Принять ставку' }).click();
    await page.getByText('Периоды пересекаются').waitFor();
    const { length } = await admin.call(listPenaltyRates);
    assert.equal(length, 69, 'what is refused is not stored');
  });

  test('a retyped rate must be previewed again, and is then stored', async () => {
    await open('/penalties/rates');
    await typeRate('01.10.2026', '13', '1,5');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByRole('button', { name: 'Принять ставку' }).waitFor();
    await page.getByLabel('Для пеней, %').fill('1,25');
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByRole('button', { name: 'Принять ставку' }).click();
    await page.getByText('Ставка принята.').waitFor();
    await page.getByRole('row', { name: /^01\.10\.2026 действует 13 1,25/ }).waitFor();
    const [newest, earlier] = await admin.call(listPenaltyRates);
    assert.deepEqual([newest?.effectiveRate, earlier?.validTo], ['1.2500', '2026-09-30']);
    const chart = page.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('End');
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^с 01\.10\.2026: .*13\s%/);
    await page.keyboard.press('Home');
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^с 13\.09\.2013/);
  });

  test('the basis of a predefined rate is given in the language of the page', async () => {
    await page.getByText('Мораторий на пени: постановление № 424').first().waitFor();
    assert.equal(await page.getByText('Decree 474').count(), 0);
  });

  test('another admin’s change is shown next to one’s own, and a rate is deleted on confirmation', async () => {
    await page.getByRole('button', { name: 'Изменить ставку с 01.10.2026' }).click();
    await page.getByLabel('Основание').fill('Моё');
    const [newest] = await admin.call(listPenaltyRates);
    assert.ok(newest);
    const { id, validFrom, baseCbrRate } = newest;
    await admin.call(replacePenaltyRate, {
      params: { penaltyRateId: id },
      body: { validFrom, baseCbrRate, effectiveRate: '2', description: 'Чужое' },
    });
    await page.getByRole('button', { name: 'Показать, что изменится' }).click();
    await page.getByRole('button', { name: 'Принять ставку' }).click();
    await page.getByRole('button', { name: 'Показать новую версию рядом с моей' }).click();
    await page.getByText('Другой пользователь записал: Чужое').waitFor();
    await page.getByRole('button', { name: 'Принять ставку' }).click();
    await page.getByText('Ставка принята.').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Изменить ставку с 01.10.2026' }).click();
    await page.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Ставка удалена.').waitFor();
    const { length } = await admin.call(listPenaltyRates);
    assert.equal(length, 69);
  });

  test('the bank’s rate can be requested at once, and the page says that the import is off', async () => {
    await page.getByText('Банк России ещё не спрашивали.').waitFor();
    await page.getByRole('button', { name: 'Спросить Банк России сейчас' }).click();
    await page.getByText('Загрузка ключевой ставки выключена в настройках системы.').waitFor();
  });

  test('penalties are accrued up to a day and shown day by day', async () => {
    const [, , third = ''] = house.months;
    await computeMonth(admin, { organizationId: house.organizationId }, third);
    await open(`/?period=${third}`);
    await page.getByRole('link', { name: /^г\.\sЗареченск.+: пени не начислялись$/ }).waitFor();
    await open('/penalties/accruals');
    await page.getByLabel('По какой день').fill('30.09.2026');
    await page.getByRole('button', { name: 'Начислить пени по всем домам' }).click();
    await page.getByRole('row', { name: /30\.09\.2026 г\.\sЗареченск.+ готово 10/ }).waitFor();
    await open('/accounts/1/penalties');
    await page.locator('.fold > summary').first().click();
    await page.getByText('1/130').first().waitFor();
  });

  test('a house gets a rule of its own, which is changed and deleted', async () => {
    await open('/penalties/rules');
    const rules = page.getByRole('region', { name: 'Свои правила' });
    await page.getByText('Своих правил нет: пени считаются по закону.').waitFor();
    await page.getByRole('button', { name: 'Добавить правило' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Правило').selectOption('шкала по дням');
    await dialog.getByLabel('Где').selectOption('г. Зареченск, ул. Садовая, д. 12');
    await dialog.getByLabel('Доли ставки по дням просрочки').fill('с первого дня');
    await dialog.getByLabel('Первый день').fill('01.07.2026');
    await dialog.getByLabel('Основание').fill('Протокол № 3');
    await page.keyboard.press('Enter');
    await dialog.getByText('Нужны дни и доли ставки, например 31 1/300, 91 1/150').waitFor();
    await dialog.getByLabel('Доли ставки по дням просрочки').fill('1 1/300');
    await page.keyboard.press('Enter');
    await dialog.getByText('Проверьте отмеченные поля').waitFor();
    await dialog.getByText('Неверный формат').waitFor();
    await dialog.getByLabel('Доли ставки по дням просрочки').fill('61 1/300, 91 1/150');
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Enter');
    await page.getByText(/^Правило записано\./).waitFor();
    const scale = /^шкала по дням с 61-го дня 1\/300, с 91-го дня 1\/150 г\. Зареченск/;
    await rules.getByRole('row', { name: scale }).waitFor();

    await rules.getByRole('button', { name: 'шкала по дням' }).click();
    await dialog.getByLabel('Последний день').fill('30.09.2026');
    await page.keyboard.press('Enter');
    await rules.getByText('01.07.2026 – 30.09.2026').waitFor();
    await rules.getByRole('button', { name: 'шкала по дням' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await dialog.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Своих правил нет: пени считаются по закону.').waitFor();
  });

  test('the calculator gives the published figure, to any signed-in user', async () => {
    const other = await own.visit('/');
    await enter(other.page, 'reader');
    await other.page.getByRole('link', { name: 'Пени' }).click();
    await other.page.getByRole('region', { name: 'Ставки' }).waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'Добавить ставку' }).count(), 0);
    await other.page.getByRole('link', { name: 'Калькулятор' }).click();
    const known = CASES.find(({ id }) => id === 'P01');
    assert.ok(known);
    await other.page.getByLabel('Сумма долга, ₽').fill(known.debt);
    await other.page.getByLabel('Оплатить до').fill(asDay(known.dueDate));
    await other.page.getByLabel('Посчитать по').fill(asDay(known.targetDate));
    await other.page.getByRole('button', { name: 'Посчитать' }).click();
    const sum = `${shown(known.publishedPenalty)} ₽ · 92 дня просрочки`;
    await other.page.getByText(sum).first().waitFor();
    assert.equal(await other.page.getByText(sum).count(), 2, 'by both readings of the law');
    const daily = other.page.getByRole('region', { name: 'Каждый день по своей ставке' });
    await daily.getByRole('row', { name: /14\.09\.2026 – 15\.09\.2026 2 9,5 1\/130/ }).waitFor();
    await other.page.getByLabel('Посчитать по').fill('15.09.2126');
    await other.page.getByRole('button', { name: 'Посчитать' }).click();
    await other.page.getByText('Проверьте отмеченные поля').waitFor();
    assert.equal(await daily.count(), 0, 'the result before');
    assert.deepEqual(other.faults, []);
    await other.context.close();
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    await assertWellDrawn(page, [
      '/penalties/rates',
      '/penalties/calculator',
      '/penalties/rules',
      '/penalties/accruals',
      '/accounts/1/penalties',
    ]);
    assert.deepEqual(visit.faults, []);
  });
});
