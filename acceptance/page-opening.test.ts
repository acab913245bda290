// Our own page in a real browser: a former program's turnover sheet becomes opening balances, and is undone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

describe('opening balances on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let faults: readonly string[];

  before(async () => {
    own = await openOwnPage();
    const owner = await signUp(own.services, 'owner');
    const { call } = clientOf(own.services, owner);
    const { id: organizationId } = await call(createOrganization, {
      body: { name: 'УК «Садовая»' },
    });
    await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
    ({ page, faults } = await own.visit('/payments/opening'));
    await enter(page, 'owner');
  });
  after(async () => own.stop());

  const HEADER = 'Лицевой счёт;Плательщик;Долг на конец;Пени;Аванс';

  const LAST_MONTH = moscowDayOf(new Date()).toPlainYearMonth().subtract({ months: 1 }).toString();
  const asOf = () => page.getByLabel('Учёт ведётся здесь с месяца');

  async function put(lines: readonly string[], header = HEADER): Promise<void> {
    const buffer = Buffer.from([header, ...lines].join('\r\n'));
    const file = { name: 'ОСВ.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
  }

  async function choose(lines: readonly string[], header = HEADER): Promise<void> {
    await put(lines, header);
    await page.getByRole('button', { name: 'Проверить' }).click();
  }

  test('a sheet with other columns names each missing one, as the template calls it', async () => {
    await choose(['1;5'], 'Квартира;Сколько');
    for (const named of ['Лицевой счёт» (account)', 'Месяц» (month)', 'Вид» (kind)'])
      await page.getByText(`нет колонки «${named}`, { exact: true }).waitFor();
    await page.getByText('нет колонки «Сумма» (amount)', { exact: true }).waitFor();
  });

  test('a sheet that cannot be read says why, in words and with its line', async () => {
    await put(['LS01;Соколова;5;;', 'LS02;"Петров;6;;']);
    await page.getByText(/^В строке 3 открыта кавычка/).waitFor();
    await choose(['LS01;Соколова;5;;', 'Итого;;=СУММ(C2);;']);
    await page.getByText(/^Итог в строке 3 — формула/).waitFor();
    await choose(['LS01;Соколова;1234,56;;', 'Итого;;1184,06;;']);
    await page
      .getByText(
        /^Колонка «Долг»: по итогу в строке 3 — 1\s184,06\s₽, по строкам выше — 1\s234,56\s₽\./,
      )
      .waitFor();
    assert.deepEqual(await findBarriers(page), []);
  });

  test('a sheet with an unknown account names it by its line, and cannot be booked', async () => {
    await choose(['LS01;Соколова;1234,56;300;', 'LS99;Никто;5;;']);
    await page.setViewportSize({ width: 1366, height: 900 });
    await page.getByRole('row', { name: /^3 у организации нет лицевого счёта LS99/ }).waitFor();
    assert.equal(await page.getByLabel('Долг', { exact: true }).inputValue(), 'Долг на конец');
    assert.equal(await page.getByRole('button', { name: 'Записать остатки' }).count(), 0);
    assert.deepEqual(await findBarriers(page), []);
  });

  test('a file whose columns are read too late does not take the place of the next one', async () => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(
      '**/opening-balances/columns',
      async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    const buffer = Buffer.from('Лицевой счёт;Долг\r\nLS01;5');
    const late = { name: 'Прежняя.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(late);
    await asked.promise;
    await choose(['LS01;Соколова;1234,56;300;']);
    await page.getByRole('button', { name: 'Записать остатки' }).waitFor();
    const answered = page.waitForResponse('**/opening-balances/columns');
    held.resolve();
    await answered;
    await page.waitForLoadState('networkidle');
    await page.getByText('ОСВ.csv').waitFor();
    assert.equal(await page.getByText('Прежняя.csv').count(), 0);
  });

  test('a correct one is booked, and can be undone as a whole', async () => {
    await choose(['LS01;Соколова;1234,56;300;', 'LS02;Петров;;;50,5', 'Итого;;1234,56;300;50,5']);
    await asOf().selectOption(LAST_MONTH);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByRole('button', { name: 'Записать остатки' }).click();
    await page.getByRole('heading', { name: 'ОСВ.csv' }).waitFor();
    // The next file is taken to be of the same takeover.
    await page.getByRole('link', { name: 'Начальные остатки' }).first().click();
    await page.getByRole('row', { name: /ОСВ\.csv записан/ }).waitFor();
    assert.equal(await asOf().inputValue(), LAST_MONTH);
    await page.getByRole('link', { name: 'ОСВ.csv' }).click();
    await page.getByRole('button', { name: 'Отменить весь файл' }).click();
    await page.getByRole('button', { name: 'Отменить файл' }).click();
    await page.getByText(/^Отменён \d/).waitFor();
    await page.getByRole('link', { name: 'Начальные остатки' }).first().click();
    await page.getByRole('row', { name: /ОСВ\.csv отменён/ }).waitFor();
    assert.deepEqual(faults, []);
    await assertWellDrawn(page, ['/payments/opening', '/payments/opening/1']);
  });
});
