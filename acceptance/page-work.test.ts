// Our own page in a real browser: an accountant's month on a house of ten accounts.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getReadingSheet, type ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { bringIn, clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { findBarriers } from './testing/axe.ts';
import { computeMonth } from './testing/computed-month.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('the page at work', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let person: Person;
  let accountant: Client;
  let seeded: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    person = await signUp(own.services, 'accountant');
    accountant = clientOf(own.services, person);
    seeded = await makeBilledHouse(own.services, person);
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  /** More meters for the account with the first one, so that the sheet is long. */
  async function addMeters(count: number): Promise<void> {
    await own.services.owners.core.query(
      `insert into meters (organization_id, house_id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number,
         digits, initial_reading, installed_on)
       select organization_id, house_id, house_service_id, owner_type, personal_account_id, meter_type_id, 'T-' || number,
         digits, number, installed_on
       from meters cross join generate_series(1, $1::int) as number
       where id = (select min(id) from meters where owner_type = 'account')
       order by number`,
      [count],
    );
  }

  async function sheet(period: string): Promise<readonly ReadingSheetRow[]> {
    const params = { houseId: seeded.houseId, period };
    return (await accountant.call(getReadingSheet, { params })).items;
  }

  test('first loads less than 250 kB of compressed script, in few files', async (t) => {
    await page.goto(new URL('/', page.url()).href, { waitUntil: 'networkidle' });
    const sizes: readonly number[] = await page.evaluate(`
      performance.getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ encodedBodySize }) => encodedBodySize)
    `);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`the start page loads ${Math.round(bytes / 1000)} kB of compressed script`);
    assert.ok(bytes > 0 && bytes < 250_000, `${bytes} bytes`);
    assert.ok(sizes.length <= 30, `${sizes.length} files`);
  });

  test('finds an account from anywhere by a few words, and explains a charge in words', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('LS03');
    await page.getByRole('option', { name: /LS03/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^LS03/ }).waitFor();
    await page.getByText('К оплате').waitFor();
    await page.getByRole('button', { name: 'Холодное водоснабжение', exact: true }).click();
    await page.getByText('Пересчёт по этим шагам даёт ту же сумму.').waitFor();
    await page.getByText('Жилищный кодекс, ст. 156, 157').first().waitFor();
  });

  test('takes a month of readings by the keyboard, marks odd ones and saves all together', async () => {
    const period = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
    const rows = await sheet(period);
    await page.goto(new URL(`/houses/${seeded.houseId}/readings/${period}`, page.url()).href);
    const typed = rows.map(({ previous }, index) =>
      (Number(previous.value) + (index === 1 ? 900 : 3.5)).toFixed(3).replace('.', ','),
    );
    await page.getByRole('grid').getByRole('textbox').first().focus();
    for (const value of typed.slice(0, 5)) {
      await page.keyboard.type(value);
      await page.keyboard.press('Enter');
    }
    await page.getByText('больше чем втрое').waitFor();
    await paste(page, typed.slice(5).join('\n'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('0,5');
    await page.getByText('меньше', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('1 строка с ошибкой').waitFor();
    assert.ok((await sheet(period)).every(({ reading }) => reading === null));

    await page.reload();
    const button = page.getByRole('button', { name: /^Сохранить 11\sпоказаний/ });
    await button.waitFor();
    await page
      .getByRole('grid')
      .getByRole('textbox')
      .nth(4)
      .fill(typed[4] ?? '');
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено: 11 показаний.').waitFor();
    const stored = (await sheet(period)).map(({ reading }) => reading?.value.replace('.', ','));
    assert.deepEqual(stored, typed);
  });

  test('takes the month from its readings to a receipt, and closes the previous one', async () => {
    const period = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
    await page.goto(new URL(`/month/${period}`, page.url()).href);
    await page.getByText('11 из 11').waitFor();
    // Asked rather than told: nobody has looked for odd readings yet.
    const ofHouse = page.locator('#step-readings').getByRole('listitem');
    await ofHouse.getByText(/: 11 из 11, есть ли странные\?$/).waitFor();
    await page.getByRole('button', { name: 'Рассчитать' }).click();
    await page.getByText(/^Готово: \d+\sначислени\S+ по 10\sсчетам/).waitFor();
    await page.getByRole('button', { name: /^Провести [\d\s]+,\d\d\s₽$/ }).click();
    await page.getByRole('button', { name: 'Да, всё верно' }).click();
    await page.getByText(/^Месяц проведён, проводок: \d+\.$/).waitFor();

    await page.getByRole('button', { name: 'Сделать квитанции' }).click();
    await page.getByRole('link', { name: 'К карточке организации' }).click();
    await page.getByLabel('Банк', { exact: true }).fill('ПАО Сбербанк');
    await page.getByLabel('БИК').fill('044525225');
    await page.getByLabel('Расчётный счёт').fill('40702810538000123456');
    await page.getByLabel('Корреспондентский счёт').fill('30101810400000000225');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Карточка сохранена.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Сделать квитанции' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать PDF' }).click();
    const file = await (await downloading).createReadStream();
    assert.equal((await buffer(file)).subarray(0, 5).toString(), '%PDF-');

    await page.getByRole('button', { name: 'Принять как есть' }).first().click();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Почему так можно').fill('Лопнула труба, акт № 3');
    // As if a remark had come while the reason was typed.
    await page.route('**/checks/*/accept', async (route) =>
      route.continue({ postData: JSON.stringify({ note: 'Лопнула труба', expectedCount: 999 }) }),
    );
    await page.keyboard.press('Enter');
    await page.getByText('Замечаний уже другое число').first().waitFor();
    await page.unroute('**/checks/*/accept');
    await page.keyboard.press('Enter');
    await page.getByText(/^«Лопнула труба, акт №\s3», /).waitFor();

    await page.getByText('Закрыть пока нельзя:').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Закрыть месяц' }).count(), 0);
    await applyMonth(seeded.months.at(-2) ?? '');
    await page.goto(new URL(`/month/${seeded.months.at(-1)}`, page.url()).href);
    await page.getByRole('button', { name: 'Закрыть месяц' }).click();
    await page.getByRole('button', { name: 'Да, всё верно' }).click();
    await page.getByText(/^Закрыт \d\d\./).waitFor();
  });

  test('a viewer sees which receipts are made, and gets no file of them', async () => {
    const period = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
    const viewer = await signUp(own.services, 'viewer');
    const { organizationId } = seeded;
    await bringIn(own.services, person, viewer, { organizationId, role: 'viewer' });
    const second = await own.visit('/');
    await enter(second.page, 'viewer');
    await second.page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await second.page.goto(new URL(`/month/${period}`, page.url()).href);
    await second.page.getByText(/^10\sквитанций, /).waitFor();
    assert.equal(await second.page.getByRole('button', { name: /^Скачать/ }).count(), 0);
    assert.deepEqual(second.faults, []);
    await second.context.close();
  });

  async function applyMonth(period: string): Promise<void> {
    const { organizationId } = seeded;
    const { billingCycleId } = await computeMonth(accountant, { organizationId }, period);
    await accountant.call(applyCycle, { params: { cycleId: billingCycleId } });
  }

  test('months before a closed one are closed with it, applied or not begun, and offer nothing', async () => {
    const [notBegun = '', applied = ''] = seeded.months.slice(-3);
    for (const period of [notBegun, applied]) {
      await page.goto(new URL(`/?period=${period}`, page.url()).href);
      const month = page
        .getByRole('list', { name: 'Расчётные месяцы' })
        .locator('[aria-pressed=true]');
      await month.getByText('закрыт', { exact: true }).waitFor();
      assert.match((await month.getAttribute('title')) ?? '', /: закрыт вместе с \S+м 20\d\d$/);
      await page.goto(new URL(`/month/${period}`, page.url()).href, { waitUntil: 'networkidle' });
      await page
        .locator('#step-close')
        .getByText(/^Месяц закрыт вместе с \S+м 20\d\d\.$/)
        .waitFor();
      const offered = page.getByRole('button', { name: /^(?:Рассчитать|Провести|Закрыть)/ });
      assert.equal(await offered.count(), 0, period);
      assert.deepEqual(await findBarriers(page), []);
    }
  });

  test('a month that is too far ahead, or before all accounts, offers nothing but the way to one that can be charged', async () => {
    for (const [period, why] of [
      ['2930-01', /^Рано: последний месяц, который уже можно рассчитать, —/],
      ['2001-02', /^Начислять некому: счета есть только с \S+ 20\d\d\.$/],
    ] as const) {
      await page.goto(new URL(`/month/${period}`, page.url()).href);
      await page.getByText(why).waitFor();
      assert.equal(await page.locator('.steps').count(), 0);
      await page.getByRole('link', { name: 'Открыть месяц' }).click();
      await page.locator('#step-calculate').waitFor();
    }
  });

  test('shows what the service refuses in the row concerned', async () => {
    const [month = ''] = seeded.months;
    await page.goto(new URL(`/houses/${seeded.houseId}/readings/${month}`, page.url()).href);
    const first = page.getByRole('grid').getByRole('textbox').nth(1);
    await first.fill('99999');
    await page.keyboard.press('Control+s');
    await page.getByText('Следующее показание перестанет подходить').waitFor();
    await page.getByText('Часть показаний не принята, поэтому не записано ничего.').waitFor();
    await first.press('Escape');
  });

  test('loses no keystroke among a thousand meters, even while it is scrolled', async (t) => {
    await addMeters(990);
    await page.goto(new URL(`/houses/${seeded.houseId}`, page.url()).href, {
      waitUntil: 'networkidle',
    });
    const startedAt = performance.now();
    await page.getByRole('link', { name: 'Показания' }).click();
    await page.getByText('Снято 11 из 1001').waitFor();
    t.diagnostic(`shown in ${Math.round(performance.now() - startedAt)} ms`);
    await page.getByLabel('Какие показать').selectOption('unread');

    const boxes = page.getByRole('grid').getByRole('textbox');
    await boxes.first().focus();
    const typed = Array.from({ length: 40 }, (_, index) => String(1000 + index));
    for (const value of typed) {
      await page.keyboard.type(value.slice(0, 2));
      if (value.endsWith('7')) await page.mouse.wheel(0, 9_000);
      await page.keyboard.type(value.slice(2));
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Control+End');
    await page.keyboard.type('2000');
    assert.ok((await boxes.count()) < 100, 'only the rows in sight are drawn');
    await page.keyboard.press('Control+s');
    await page.getByText('Сохранено: 41 показание.').waitFor();
    const { rows } = await own.services.owners.core.query<{ value: string }>(
      "select value::text from meter_readings join meters on meters.id = meter_id where serial_number like 'T-%' order by meter_id",
    );
    const stored = rows.map(({ value }) => String(Number(value)));
    assert.deepEqual(stored, [...typed, '2000']);
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    const { houseId, months } = seeded;
    const addresses = [
      '/',
      '/organization',
      '/organizations/new',
      '/houses',
      `/houses/${houseId}`,
      `/houses/${houseId}/services`,
      `/houses/${houseId}/meters`,
      `/houses/${houseId}/meters/1`,
      `/houses/${houseId}/readings/${months.at(-1)}`,
      '/utility-services',
      '/law',
      '/audit',
      `/audit?object=house:${houseId}`,
      `/month/${months.at(-1)}`,
      '/accounts',
      '/accounts/1',
      '/security',
      '/sign-in',
      '/register',
      '/nowhere',
    ];
    await assertWellDrawn(page, addresses);
    assert.deepEqual(visit.faults, []);
  });
});

/** Cells as a spreadsheet puts them on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`
    (() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()
  `);
}
