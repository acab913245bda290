// Our own page in a real browser: mistakes in a booked month are corrected where they are, without any other program.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import {
  getReadingSheet,
  listReadings,
  storeReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { computeMonth } from './testing/computed-month.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('fixing mistakes on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let person: Person;
  let seeded: BilledHouse;
  let visit: Visit;
  let page: Page;
  let period: string;

  before(async () => {
    own = await openOwnPage();
    person = await signUp(own.services, 'accountant');
    seeded = await makeBilledHouse(own.services, person);
    period = seeded.months.at(-1) ?? '';
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  const open = async (path: string): Promise<unknown> => page.goto(new URL(path, page.url()).href);

  async function firstAccount(): Promise<number> {
    const { call } = clientOf(own.services, person);
    const { items } = await call(listAccountBalances, { query: { limit: 1 } });
    return items[0]?.personalAccountId ?? 0;
  }

  test('a booked charge is reversed in its row, with a required reason', async () => {
    await open(`/accounts/${await firstAccount()}?period=${period}`);
    const row = page.getByRole('button', { name: /^Сторно: / });
    await row.first().waitFor();
    const charges = await row.count();
    await row.first().focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Enter');
    await page.getByText('Заполните это поле').waitFor();
    await page.keyboard.type('Начислено дважды');
    await page.keyboard.press('Enter');
    await page.getByText(/^Начисление на .* сторнировано\.$/).waitFor();
    await page.getByText('сторнировано', { exact: true }).waitFor();
    await page.getByText('Итого по услугам без сторнированных').waitFor();
    assert.equal(await row.count(), charges - 1);
  });

  test('the balance of an account is shown for any day', async () => {
    await page.getByRole('button', { name: 'Сальдо на день' }).click();
    await page.getByLabel('На конец дня').fill('31.31.2026');
    await page.keyboard.press('Enter');
    await page.getByText('Нужна дата, например 25.11.2026').waitFor();
    await page.getByLabel('На конец дня').fill(`01.01.${period.slice(0, 4)}`);
    await page.keyboard.press('Enter');
    await page.getByText(/^На конец 01\.01\..*всего 0,00\s₽$/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('a booked month is recalculated and reviewed line by line, and the difference is charged', async () => {
    const { call } = clientOf(own.services, person);
    const place = { houseId: seeded.houseId, period };
    const { items } = await call(getReadingSheet, { params: place, query: { limit: 200 } });
    const row = items.find((one) => one.reading !== null && one.personalAccountId !== null);
    const reading = row?.reading ?? null;
    if (row === undefined || reading === null) throw new Error('no account has a reading');
    const { value, takenOn } = reading;
    await call(storeReadingSheet, {
      params: place,
      body: [{ meterId: row.meterId, value: String(Math.floor(Number(value)) + 5), takenOn }],
    });

    await open(`/houses/${seeded.houseId}/corrections`);
    const typed = period.split('-').toReversed().join('.');
    assert.equal(await page.getByLabel('С месяца').inputValue(), typed);
    assert.equal(await page.getByLabel('По месяц').inputValue(), typed);
    await page.getByLabel('С месяца').fill('01.2040');
    await page.getByLabel('По месяц').fill('январь 2040');
    await page.getByLabel('Причина').fill('Ошибка в показании');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('С месяца').fill(typed);
    await page.getByLabel('По месяц').fill(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Строки исправления' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Провести исправление' }).click();
    await page.getByText(/^Исправление проведено: /).waitFor();
    await page.getByRole('button', { name: 'Ошибка в показании' }).click();
    await page.getByRole('dialog').getByRole('region', { name: 'Строки исправления' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('an odd reading confirmed with a reason is not asked about again until it changes', async () => {
    const { call } = clientOf(own.services, person);
    const now = moscowDayOf(new Date()).toPlainYearMonth().toString();
    const place = { houseId: seeded.houseId, period: now };
    const { items } = await call(getReadingSheet, { params: place, query: { limit: 200 } });
    const row = items.find((one) => one.reading === null && one.personalAccountId !== null);
    if (row === undefined) throw new Error('no account is unread');
    const store = async (value: string): Promise<void> => {
      const takenOn = moscowDayOf(new Date()).toString();
      const body = [{ meterId: row.meterId, value, takenOn }];
      await call(storeReadingSheet, { params: place, body });
    };
    await store(row.previous.value);

    await open(`/houses/${seeded.houseId}/readings/${now}`);
    const confirm = page.getByRole('button', {
      name: `Показание верно: прибор ${row.serialNumber}`,
    });
    await confirm.click();
    await page.keyboard.press('Enter');
    await page.getByText('Заполните это поле').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.type('Квартира пустует');
    await page.keyboard.press('Enter');
    await page.getByText('Показание подтверждено.').waitFor();
    await page.getByText('верно: Квартира пустует').waitFor();
    await page.getByLabel('Какие показать').selectOption('odd');
    await page.getByText('верно: Квартира пустует').waitFor({ state: 'detached' });

    await open(`/month/${now}/odd-readings`);
    await page.getByRole('row', { name: /расхода нет верно: Квартира пустует/ }).waitFor();
    assert.equal(await confirm.count(), 0);
    assert.deepEqual(await findBarriers(page), []);
    await open(`/month/${now}/remarks?check=odd-readings&show=accepted`);
    await page.getByText('принято: Квартира пустует').waitFor();

    await store(String(Number(row.previous.value) + 5_000));
    await open(`/month/${now}/odd-readings?houseId=${seeded.houseId}`);
    await confirm.waitFor();
  });

  test('another tariff is tried out, refused under its field when invalid, and stores nothing', async () => {
    await open(`/month/${period}/dry-run?houseId=${seeded.houseId}`);
    await page.getByLabel('Новое значение').fill('много');
    await page.keyboard.press('Enter');
    await page.getByText('Нужно число, например 45,20').waitFor();
    await page.getByLabel('Новое значение').fill('1000');
    await page.keyboard.press('Enter');
    await page.getByText(/^Изменится у\s\d+\sсч[её]т(?:а|ов) из\s\d+\.$/).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    const total = page
      .getByRole('region', { name: 'Что изменится по счетам' })
      .getByRole('row')
      .filter({ hasText: 'Итого' });
    const dear = await total.textContent();
    assert.match(dear ?? '', /\d,\d\d.*\d,\d\d.*\d,\d\d$/);
    await page.getByRole('button', { name: /^Убрать: .*тариф: 1\s000$/ }).click();
    await total
      .filter({ hasNotText: dear ?? '' })
      .or(page.getByText('Ни у кого ничего не изменится.'))
      .waitFor();
    await page.getByRole('button', { name: 'Посчитать как есть' }).waitFor();
  });

  test('a record added by mistake is deleted, and one in use stays, with the reason', async () => {
    const { call } = clientOf(own.services, person);
    const params = { houseId: seeded.houseId };
    await call(createRoom, { params, body: { number: 'лишнее', area: '10' } });
    await open(`/houses/${seeded.houseId}`);
    await page.getByRole('button', { name: 'лишнее' }).click();
    await page.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByText('Помещение удалено.').waitFor();
    await page.getByRole('button', { name: 'Изменить карточку' }).click();
    await page.getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
  });

  test('odd readings are listed separately, and a reading can be deleted', async () => {
    await open(`/houses/${seeded.houseId}/readings/${period}?show=odd`);
    await page.getByLabel('Какие показать').waitFor();
    assert.equal(await page.getByLabel('Какие показать').inputValue(), 'odd');
    await open(`/houses/${seeded.houseId}/meters/1`);
    await page
      .getByRole('button', { name: /^Удалить показание за / })
      .first()
      .waitFor();
    await correctReading();
    await deleteNewest();
    await page.getByText('Показание уже исправлено').waitFor();
    await deleteNewest();
    await page.getByText('Показание удалено.').waitFor();
  });

  /** As a colleague does while the history is on the screen. */
  async function correctReading(): Promise<void> {
    const { call } = clientOf(own.services, person);
    const { items } = await call(listReadings, { params: { meterId: 1 } });
    const [newest] = items;
    assert.ok(newest);
    const { takenOn, value } = newest;
    await call(storeReadingSheet, {
      params: { houseId: seeded.houseId, period: newest.period },
      body: [{ meterId: 1, takenOn, value: `${Number(value) + 1}` }],
    });
  }

  async function deleteNewest(): Promise<void> {
    await page
      .getByRole('button', { name: /^Удалить показание за / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByRole('button', { name: 'Да, удалить' }).click();
  }

  /** An account that is not charged because of a missing reading is reported by two checks. */
  async function skipAccount(): Promise<void> {
    const { organizationId, houseId } = seeded;
    await own.services.owners.billing.query(
      `insert into skipped_accounts (house_id, period, personal_account_id, line, organization_id, calculation_job_id, reason, facts)
       values ($1, $2, $3, 1, $4, 1, 'reading-missing', '{}')`,
      [houseId, `${period}-01`, await firstAccount(), organizationId],
    );
  }

  test('the card of a skipped account says so, why, and where to fix it', async () => {
    await skipAccount();
    await open(`/accounts/${await firstAccount()}`);
    await page.getByRole('heading', { name: /^Расчёт за .*: начислено не полностью$/ }).waitFor();
    await page.getByText('нет показания, и нет ни среднего, ни норматива').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('link', { name: 'Показания дома' }).click();
    await page.getByRole('heading', { name: /^Показания/ }).waitFor();
    assert.ok(page.url().endsWith(`/houses/${seeded.houseId}/readings/${period}`));
  });

  test('a month shows what is done, what is missing, and what comes next', async () => {
    await open(`/month/${period}`);
    const next = page.locator('[aria-current="step"]');
    await next.waitFor();
    await page.getByText(/^Сделано шагов: \d из 8\. Дальше: /).waitFor();
    await page.getByText(/^(?:Снято|Показания сняты)/).waitFor();
    await page.getByText('Платежей за этот месяц пока нет.').waitFor();
    await page.getByText(/^Начислено .*\s₽ по \d+\sсчетам\. Вместе со строками .*\s₽\.$/).waitFor();
    assert.deepEqual(await findBarriers(page), []);
  });

  test('what is still ahead counts alike on the month and in the table of remarks, without a checkbox', async () => {
    const next = Temporal.PlainYearMonth.from(period).add({ months: 1 }).toString();
    const { organizationId } = seeded;
    await computeMonth(clientOf(own.services, person), { organizationId }, next);
    await open(`/month/${next}`);
    const counts = /^Замечаний: \d+, не принято: \d+, ещё впереди: [1-9]\d*/;
    const told = counts.exec(await page.getByText(counts).innerText())?.[0] ?? '';
    await page.getByRole('link', { name: 'Все замечания таблицей' }).click();
    await page.getByText(told, { exact: true }).waitFor();
    const ahead = page.getByRole('row').filter({ hasText: 'ещё впереди' });
    await ahead.first().waitFor();
    assert.equal(await ahead.getByRole('checkbox').count(), 0);
    await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check();
    const chosen = await page.getByRole('checkbox', { name: /^Выбрать: / }).count();
    await page.getByRole('button', { name: `Принять выбранные: ${chosen}` }).waitFor();
    await open(`/month/${period}`);
  });

  test('the remarks of a month are filtered, exported, and accepted one by one and by kind', async () => {
    await page.getByRole('link', { name: 'Все замечания таблицей' }).click();
    await page.getByLabel('Вид').selectOption('not-charged');
    await page.getByText('Замечаний: 1, не принято: 1').waitFor();
    assert.match(page.url(), /check=not-charged/);
    assert.deepEqual(await findBarriers(page), []);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Замечания XLSX' }).click();
    assert.match((await downloading).suggestedFilename(), /^remarks-\d+\.xlsx$/);
    await page
      .getByRole('checkbox', { name: /^Выбрать: / })
      .first()
      .check();
    await page.getByRole('button', { name: 'Принять выбранные: 1' }).click();
    await page.keyboard.type('Жильцы в отъезде');
    await page.keyboard.press('Enter');
    await page.getByText('Принято: 1 замечание.').waitFor();
    await page.getByText('Таких замечаний нет.').waitFor();
    await page.getByLabel('Показать').selectOption('accepted');
    await page.getByText('принято: Жильцы в отъезде').waitFor();
    await page.getByLabel('Показать').selectOption('open');
    await page.getByLabel('Вид').selectOption('readings-missing');
    await page.getByRole('button', { name: /^Принять показанные: / }).click();
    await page.keyboard.type('Показания примем в следующем месяце');
    await page.keyboard.press('Enter');
    await page.getByText(/^Принято: \d+\sзамечани/).waitFor();
    assert.deepEqual(visit.faults, []);
  });
});
