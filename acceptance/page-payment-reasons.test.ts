// Our own page in a real browser: when many rows of a registry have the same reason it is shown once, lists its rows, and can be
// downloaded; a table with the wrong columns names them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

const UNKNOWN = Array.from({ length: 30 }, (_, nth) => `LS${100 + nth};12,50;05.03.2026`);
const FILE = ['account;amount;date', ...UNKNOWN, 'LS200;0;05.03.2026'].join('\n');

describe('the reasons why rows of a registry are not booked', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'cashier');
    await clientOf(own.services, person).call(createOrganization, { body: { name: 'УК' } });
    ({ page } = await own.visit('/payments/imports'));
    await enter(page, 'cashier');
    await choose(FILE);
  });
  after(async () => own.stop());

  async function choose(text: string): Promise<void> {
    const file = { name: 'реестр.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
  }

  test('are listed once each, open to their rows, and can be downloaded', async () => {
    const groups = page.getByRole('region', { name: 'Почему не зачислено' });
    await groups
      .getByRole('row', { name: /лицевого счёта … ждёт решения 2–11 … 30 375,00$/ })
      .waitFor();
    await groups.getByRole('row', { name: /сумма не больше нуля отклонено 32 1 0,00$/ }).waitFor();
    const reason = page.getByRole('button', { name: 'у организации нет лицевого счёта …' });
    await reason.focus();
    await page.keyboard.press('Enter');
    assert.equal(await reason.getAttribute('aria-expanded'), 'true');
    const rows = page.getByRole('region', { name: 'у организации нет лицевого счёта …' });
    await rows.getByText('у организации нет лицевого счёта LS129').waitFor();
    assert.equal(await rows.getByRole('row').count(), 31);
    assert.deepEqual(await findBarriers(page), []);
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Эти строки, CSV' }).click();
    const file = await readFile(await (await arrives).path(), 'utf8');
    assert.equal(file.trim().split('\r\n').length, 31);
    await page.keyboard.press('Shift+Tab');
    await reason.click();
    assert.equal(await rows.count(), 0);
    const rejected = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Все отклонённые, XLSX' }).click();
    assert.match((await rejected).suggestedFilename(), /\.xlsx$/);
  });

  test('come with the difference to the file’s total when an amount cannot be read', async () => {
    await choose(
      ['account;amount;date', UNKNOWN[0], 'LS200;1OO;05.03.2026', 'Итого;112,50'].join('\n'),
    );
    await page
      .getByText(/^По контрольному итогу файла в нём 112,50\s₽, разница 100,00\s₽/)
      .waitFor();
    await choose(['account;amount;date', UNKNOWN[0], 'Итого;12,50'].join('\n'));
    await page.getByText(/^Контрольные итоги файла сходятся: 12,50\s₽\.$/).waitFor();
  });

  test('name the columns of a table that is refused, and no type is guessed of a workbook', async () => {
    await choose('Лицевой счёт;Сумма;Сумма платежа;Дата\nLS01;1,00;2,00;01.02.2026\n');
    await page.getByText('оставьте одну: Сумма, Сумма платежа').waitFor();
    await choose('Лицевой счёт;Сумма;Дата;Решение\nLS01;1,00;01.02.2026;Отказано\n');
    await page.getByText('Колонка «Решение» — из ответа соцзащиты').waitFor();
    await choose('PK\u0003\u0004');
    await page.getByText('Выберите вид: по книге XLSX он не определяется').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Вид реестра').selectOption('csv');
    await page.getByText('Файл не читается как таблица.').waitFor();
  });
});
