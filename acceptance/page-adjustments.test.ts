// Our own page in a real browser: a discount above what was charged or what is owed has to be confirmed before it is booked.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listAdjustments } from '@kvartplata/contracts/billing/adjustments.ts';
import { listCharges, type Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { Client } from '@kvartplata/client/client.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('a manual line on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let page: Page;
  let client: Client;
  let charge: Charge;
  let dialog: Locator;
  /** `02.2026` */
  let month: string;

  before(async () => {
    own = await openOwnPage();
    const owner = await signUp(own.services, 'owner');
    client = clientOf(own.services, owner);
    const { houseId, months } = await makeBilledHouse(own.services, owner);
    const period = months.at(-1) ?? '';
    month = period.split('-').toReversed().join('.');
    const { items } = await client.call(listCharges, { query: { houseId, period } });
    charge = items.find(
      ({ amount, serviceCode }) => amount !== '0.00' && serviceCode === 'heating',
    )!;
    ({ page } = await own.visit(`/accounts/${charge.personalAccountId}`));
    await enter(page, 'owner');
    await page.getByRole('button', { name: 'Строка вручную' }).click();
    dialog = page.getByRole('dialog', { name: 'Строка вручную' });
  });
  after(async () => own.stop());

  async function booked(): Promise<readonly string[]> {
    const { personalAccountId } = charge;
    const { items } = await client.call(listAdjustments, { query: { personalAccountId } });
    return items.map(({ kind, amount }) => `${kind} ${amount}`);
  }

  test('shows what was charged when a discount is greater, and books one that is not', async () => {
    await dialog.getByLabel('Что это').selectOption('discount');
    await dialog.getByLabel('Сумма').fill('90000');
    await dialog.getByLabel('Услуга').selectOption(charge.serviceName);
    await dialog.getByLabel('За месяц').fill(month);
    await dialog.getByLabel('Причина').fill('Некачественное отопление');
    await dialog.getByLabel('Документ').fill('Акт № 5');
    await dialog.getByRole('button', { name: 'Провести', exact: true }).click();
    const doubt = dialog.getByRole('alert');
    const said = ((await doubt.textContent()) ?? '').replaceAll(/\s/g, '');
    assert.match(said, /^Скидка90000,00₽большеначисленного:/);
    assert.ok(said.includes(`${charge.serviceName.replaceAll(/\s/g, '')},`), said);
    assert.ok(said.includes(`–${charge.amount.replace('.', ',')}₽.`), said);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(await booked(), []);
    // Nothing is booked yet: Escape does not discard the line without a question.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Вернуться к форме' }).click();

    await dialog.getByLabel('Сумма').fill(charge.amount.replace('.', ','));
    assert.equal(await doubt.count(), 0);
    await dialog.getByRole('button', { name: 'Провести', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(await booked(), [`discount -${charge.amount}`]);
  });

  test('shows the debt when a write-off is greater, and books it once confirmed', async () => {
    await page.getByRole('button', { name: 'Строка вручную' }).click();
    await dialog.getByLabel('Что это').selectOption('write-off');
    await dialog.getByLabel('Сумма').fill('80000');
    await dialog.getByLabel('Причина').fill('Истёк срок давности');
    await dialog.getByLabel('Документ').fill('Приказ № 7');
    await dialog.getByRole('button', { name: 'Провести', exact: true }).click();
    await dialog
      .getByText(/^Сумма 80\s000,00\s₽ больше долга: .+ Остальное станет авансом\.$/)
      .waitFor();
    assert.equal((await booked()).length, 1);
    await dialog.getByRole('button', { name: 'Всё равно провести' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(await booked(), ['write-off -80000.00', `discount -${charge.amount}`]);
  });

  test('names the open month beside the field when a later one is typed', async () => {
    await page.getByRole('button', { name: 'Строка вручную' }).click();
    await dialog.getByLabel('Сумма').fill('5');
    const later = Temporal.PlainYearMonth.from(month.split('.').toReversed().join('-')).add({
      months: 1,
    });
    await dialog.getByLabel('За месяц').fill(later.toString());
    await dialog.getByLabel('Причина').fill('Пропущенное начисление');
    await dialog.getByLabel('Документ').fill('Акт № 8');
    await dialog.getByRole('button', { name: 'Провести', exact: true }).click();
    await dialog.getByText(/^Не позже открытого месяца: \p{L}+ \d{4}$/u).waitFor();
    assert.equal(await dialog.getByText('Месяц вне расчёта').count(), 0);
    assert.equal(await dialog.getByLabel('За месяц').getAttribute('aria-invalid'), 'true');
  });
});
