// The sheet for typing readings, in a real browser: what is visible on common screens, and how it works without the network.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deleteReading } from '@kvartplata/contracts/core/readings.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const DELETING = `**${deleteReading.path.replace(':readingId', '*')}`;
/** Widths of office screens. */
const WIDTHS = [1024, 1366, 1920];
/** Cells whose text is cut off. */
const CUT = `
  [...document.querySelectorAll('.grid-row > :is(.previous, .reading, .consumption, .mean, .meter, .note)')]
    .concat([...document.querySelectorAll('.grid-row .reading input')])
    .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)
    .map((cell) => cell.className + ': ' + (cell.value ?? cell.textContent))
`;

describe('the sheet of readings', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let house: BilledHouse;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'accountant');
    house = await makeBilledHouse(own.services, person);
    ({ page } = await own.visit('/'));
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(month = house.months.at(-1)): Promise<void> {
    const address = `/houses/${house.houseId}/readings/${month}`;
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
    await page.getByRole('grid').getByRole('textbox').first().waitFor();
  }

  test('shows figures and remarks in full on the screens of an office', async () => {
    await own.services.owners.core.query(
      `update meter_readings set value = 12345.678 where meter_id = (select max(id) from meters)`,
    );
    // A resident's reading that is odd has the longest remark.
    await own.services.owners.core.query(
      `update meter_readings set value = value + 500
        where meter_id = (select max(id) - 1 from meters) and period = (select max(period) from meter_readings)`,
    );
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 768 });
      await open();
      const typed = ['99999,999', '0,5', '9999999999'];
      for (const [index, figure] of typed.entries())
        await page.getByRole('grid').getByRole('textbox').nth(index).fill(figure);
      await page.getByText('больше, чем может показать прибор').waitFor();
      await page.locator('.note', { hasText: 'больше чем втрое' }).getByText('жилец').waitFor();
      assert.deepEqual(await page.evaluate(CUT), [], `${width} px`);
    }
  });

  test('a wrong day of all readings is marked at its field alone', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(moscowDayOf(new Date()).toPlainYearMonth().toString());
    const typed = page.getByRole('grid').getByRole('textbox');
    for (const index of [0, 1, 2]) await typed.nth(index).fill('99999,5');
    const day = page.getByLabel('Дата снятия');
    const wrong = day.and(page.locator('[aria-invalid="true"]'));
    for (const [on, said] of [
      ['31.02.2026', 'Нужна дата снятия, например 25.11.2026'],
      ['01.01.1890', 'Дата раньше допустимой: не раньше 01.01.1900'],
    ] as const) {
      await day.fill(on);
      await page.keyboard.press('Control+s');
      await wrong.waitFor();
      await page.getByText(said, { exact: true }).waitFor();
      assert.equal(await page.getByText(said, { exact: true }).count(), 1);
    }
    assert.deepEqual(await findBarriers(page), []);
    await day.fill('25.11.2026');
    await wrong.waitFor({ state: 'detached' });
  });

  test('a deletion that is refused holds up no other row, nor does one by somebody else', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const month = house.months.at(-2) ?? '';
    await open(month);
    const cells = page.getByRole('grid').getByRole('textbox');
    const values = await Promise.all([0, 1, 2].map(async (nth) => cells.nth(nth).inputValue()));
    for (const index of [0, 1]) await cells.nth(index).fill('');
    let deletions = 0;
    await page.route(DELETING, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      deletions += 1;
      if (deletions === 1) return route.continue();
      const headers = { ...route.request().headers(), 'if-match': '"0"' };
      return route.continue({ headers });
    });
    await page.keyboard.press('Control+s');
    await page.locator('.failure').waitFor();
    await page.unroute(DELETING);
    assert.equal(await page.getByText('будет удалено').count(), 1);
    assert.equal(await cells.nth(0).inputValue(), '');
    await cells.nth(2).fill('');
    await own.services.owners.core.query(
      'delete from meter_readings where period = $1 and value = $2',
      [`${month}-01`, values[2]?.replaceAll(/\s/g, '').replace(',', '.')],
    );
    await page.keyboard.press('Control+s');
    await page.getByText(/^Удалено: 2\sпоказания\./).waitFor();
    assert.equal(await page.getByText('будет удалено').count(), 0);
    await page.reload();
    await cells.first().waitFor();
    assert.deepEqual(await Promise.all([0, 1, 2].map(async (nth) => cells.nth(nth).inputValue())), [
      '',
      '',
      '',
    ]);
  });

  test('a reading that came meanwhile is shown before it is stored over', async () => {
    const month = house.months.at(-2) ?? '';
    await open(month);
    const cell = page.getByRole('grid').getByRole('textbox').nth(3);
    const value = Number((await cell.inputValue()).replaceAll(/\s/g, '').replace(',', '.'));
    const inFigures = (figure: number): string => figure.toFixed(3).replace('.', ',');
    const { rowCount } = await own.services.owners.core.query(
      'update meter_readings set value = value + 0.01 where period = $1 and value = $2',
      [`${month}-01`, value],
    );
    assert.equal(rowCount, 1);
    await cell.fill(inFigures(value + 0.02));
    await page.keyboard.press('Control+s');
    await page
      .getByText(/^Уже записано [\d\s,]+\. Сохраните ещё раз, если верно ваше\.$/)
      .waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Control+s');
    await page.getByText(/^Сохранено: 1\sпоказание\./).waitFor();
  });

  test('reports a lost connection, and loads on a retry', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(new URL(`/houses/${house.houseId}`, page.url()).href, {
      waitUntil: 'networkidle',
    });
    const tab = page.getByRole('link', { name: 'Показания', exact: true });
    await tab.hover();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await tab.click();
    await page.getByText('Нет связи с сервером').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByRole('grid').getByRole('textbox').first().waitFor();
  });
});
