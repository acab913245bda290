// Our own page in a real browser: a payee is added and assigned to a house's service, and the next month's report and receipt
// list it separately.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getPayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import { listPayees } from '@kvartplata/contracts/billing/payees.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { computeMonth } from './testing/computed-month.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const UPKEEP = 'Содержание жилого помещения';
const FUND = 'Фонд капитального ремонта';

describe('payees on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let house: BilledHouse;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const person = await signUp(own.services, 'owner');
    owner = clientOf(own.services, person);
    house = await makeBilledHouse(own.services, person, 0);
    visit = await own.visit('/organization');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  test('a payee is added, and a wrong check digit is refused under its field', async () => {
    await open('/organization');
    await page.getByText('Все деньги получает организация.').waitFor();
    await page.getByRole('button', { name: 'Добавить получателя' }).click();
    const dialog = page.getByRole('dialog', { name: 'Добавить получателя' });
    await dialog.getByLabel('Название').fill(FUND);
    await dialog.getByLabel('ИНН').fill('7707083894');
    await dialog.getByLabel('Банк', { exact: true }).fill('ПАО Сбербанк');
    await dialog.getByLabel('БИК').fill('044525225');
    await dialog.getByLabel('Расчётный счёт').fill('40703810238000000001');
    await dialog.getByLabel('Корреспондентский счёт').fill('30101810400000000225');
    await dialog.getByLabel('Агентское вознаграждение, %').fill('2,5');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    assert.equal(await dialog.getByLabel('ИНН').getAttribute('aria-invalid'), 'true');
    await dialog.getByLabel('ИНН').fill('7707083893');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Получатель сохранён.').waitFor();
    await page.getByRole('row', { name: new RegExp(`${FUND} 40703810238000000001`) }).waitFor();
    const { organizationId } = house;
    const { items } = await owner.call(listPayees, { query: { organizationId } });
    assert.deepEqual(
      items.map(({ name, agencyReward }) => [name, agencyReward]),
      [[FUND, '2.50']],
    );
  });

  test('a service is paid to it from the next month on', async () => {
    const { houseId, organizationId, months } = house;
    await open(`/houses/${houseId}/services`);
    await page.getByRole('button', { name: UPKEEP, exact: true }).click();
    await page.getByRole('heading', { name: UPKEEP, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Настройки услуги' }).click();
    const dialog = page.getByRole('dialog', { name: 'Настройки услуги' });
    await dialog.getByLabel('Кому платят').selectOption(FUND);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText(/^Услуга сохранена\./).waitFor();
    const [first = '', second = ''] = months;
    const { billingCycleId } = await computeMonth(owner, { organizationId }, second);
    await owner.call(applyCycle, { params: { cycleId: billingCycleId } });
    const months12 = { houseId, periodFrom: first, periodTo: second };
    const turnover = await owner.call(getTurnoverBalance, { query: months12 });
    const [account] = turnover.accounts;
    assert.ok(account);
    const { personalAccountId } = account;
    const payment = { personalAccountId, amount: account.closing.principal };
    await owner.call(createPayment, { body: { ...payment, paidOn: `${second}-28` } });
    const ofFirst = await owner.call(getPayeesReport, { query: { houseId, period: first } });
    assert.deepEqual(
      ofFirst.items.map(({ kind }) => kind),
      ['organization'],
    );
  });

  test('the report shows what the payee was paid and what is to be transferred', async () => {
    const [first = '', second = ''] = house.months;
    const { houseId } = house;
    const asked = `houseId=${houseId}&periodFrom=${first}&periodTo=${second}`;
    await open(`/reports/payees?${asked}`);
    const query = { houseId, periodFrom: first, periodTo: second };
    const report = await owner.call(getPayeesReport, { query });
    const fund = report.items.find(({ kind }) => kind === 'payee');
    assert.ok(fund !== undefined && Number(fund.paid) > 0);
    const shown = (amount: string): RegExp =>
      new RegExp(amount.replace('.', ',').replaceAll(/\B(?=(?:\d{3})+,)/g, '\\s'));
    const row = page.getByRole('row', { name: new RegExp(FUND) });
    await row.waitFor();
    for (const amount of [fund.charged, fund.paid, fund.toTransfer])
      assert.match(await row.innerText(), shown(amount));
    await page.getByRole('button', { name: `Реестр: ${FUND}` }).waitFor();
    const zero = { principal: '0.00', penalty: '0.00' };
    assert.deepEqual(report.control, { opening: zero, closing: zero, paid: '0.00' });
  });

  test('passes axe in English and both themes, and fits a narrow screen', async () => {
    const { houseId } = house;
    await assertWellDrawn(page, [
      '/organization',
      `/reports/payees?houseId=${houseId}`,
      `/houses/${houseId}/services`,
    ]);
    assert.deepEqual(visit.faults, []);
  });
});
