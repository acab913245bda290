// Benefits on an account's page: one is entered, with errors shown at their fields, and listed with who pays; the file for social
// protection is among the other exports.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBenefits } from '@kvartplata/contracts/core/benefits.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { computeMonth } from './testing/computed-month.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeServedHouse } from './testing/served-house.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();

describe('benefits on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let personalAccountId: number;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    owner = clientOf(own.services, await signUp(own.services, 'owner'));
    const { id } = await owner.call(createOrganization, { body: { name: 'Льготы' } });
    const { houseId } = await makeServedHouse(owner, id, 'cold-water', MONTH);
    const { items } = await owner.call(listPersonalAccounts, { query: { houseId } });
    personalAccountId = items[0]?.id ?? 0;
    const known = await owner.call(listUtilityServices, { query: { limit: 200 } });
    const utilityServiceId = known.items.find(({ code }) => code === 'upkeep')?.id ?? 0;
    const upkeep = {
      utilityServiceId,
      method: 'area',
      validFrom: `${MONTH.toString()}-01`,
    } as const;
    const service = await owner.call(createHouseService, { params: { houseId }, body: upkeep });
    await owner.call(createTariff, {
      params: { houseServiceId: service.id },
      body: { validFrom: upkeep.validFrom, value: '30', basis: 'Приказ' },
    });
    visit = await own.visit(`/accounts/${personalAccountId}`);
    ({ page } = visit);
    await enter(page, 'owner');
  });
  after(async () => {
    const faults = visit.faults.filter((fault) => !/40[09]/.test(fault));
    assert.deepEqual(faults, []);
    await own.stop();
  });

  test('a benefit is recorded for some services, and the list shows whose it is and who pays', async () => {
    await page.getByRole('button', { name: 'Записать льготу' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Документ').fill('Удостоверение № 17');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await form.getByText('Отметьте хотя бы одну услугу').waitFor();
    await form.getByLabel('Холодное водоснабжение').check();
    await form.getByLabel('Граждан с правом на льготу').fill('3');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await form.getByText('Граждан с правом на льготу больше, чем зарегистрировано').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await form.getByLabel('Граждан с правом на льготу').fill('1');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    const row = page.getByRole('row', { name: /Ветеран труда/ });
    await row.waitFor();
    assert.match(
      (await row.textContent()) ?? '',
      /50\s%, 1\sчеловек.*Холодное водоснабжение.*Бюджет региона/,
    );
    const { items } = await owner.call(listBenefits, { params: { personalAccountId } });
    assert.deepEqual(
      items.map(({ share, persons, limit }) => [share, persons, limit]),
      [['0.5000', 1, 'norm']],
    );
  });

  test('the social norm of area is asked for where it is the limit, and refused at its field', async () => {
    await page.getByRole('button', { name: 'Записать льготу' }).click();
    const form = page.getByRole('dialog');
    const save = form.getByRole('button', { name: 'Сохранить', exact: true });
    await form.getByLabel('Категория').selectOption({ label: 'Инвалид' });
    assert.equal(await form.getByLabel('На одного').count(), 0);
    await form
      .getByLabel('Норматив')
      .selectOption({ label: 'в пределах социальной нормы площади' });
    await form.getByLabel('Документ').fill('Справка № 3');
    await form.getByLabel('Содержание').check();
    await form.getByLabel('На одного').fill('33');
    await save.click();
    await form.getByText('Нужно число больше нуля').first().waitFor();
    await form.getByLabel('На двоих вместе').fill('21');
    await form.getByLabel('На каждого из троих и более').fill('18');
    await save.click();
    await form.getByText('Не меньше 33').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await form.getByLabel('На двоих вместе').fill('42');
    await save.click();
    const row = page.getByRole('row', { name: /Инвалид/ });
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /в пределах социальной нормы площади/);
    await row.getByRole('button', { name: 'Инвалид' }).click();
    assert.equal(await form.getByLabel('На двоих вместе').inputValue(), '42');
    await page.keyboard.press('Escape');
  });

  test('reversing a charge names the benefit that would stay', async () => {
    const { items } = await owner.call(listPersonalAccounts, { query: { limit: 1 } });
    const organizationId = items[0]?.organizationId ?? 0;
    const { billingCycleId } = await computeMonth(owner, { organizationId }, MONTH.toString());
    await owner.call(applyCycle, { params: { cycleId: billingCycleId } });
    await page.reload();
    await page
      .getByRole('button', { name: /^Сторно: Холодное водоснабжение, \d/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByText(/^Льгота по этой услуге, −\d+,\d\d\s₽, останется/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  test('the file for social protection is among the other exports', async () => {
    await page.goto(new URL('/reports/exports', page.url()).href);
    const heading = page.getByRole('heading', { name: /Льготы для соцзащиты/ });
    await heading.waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать: Льготы' }).click();
    assert.match((await waiting).suggestedFilename(), /^lgoty.*\.csv$/);
  });
});
