// Benefits on an account's page: one is entered, with errors shown at their fields, and listed with who pays; the file for social
// protection is among the other exports.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { listBenefits } from '@kvartplata/contracts/core/benefits.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
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
    visit = await own.visit(`/accounts/${personalAccountId}`);
    ({ page } = visit);
    await enter(page, 'owner');
  });
  after(async () => {
    const faults = visit.faults.filter((fault) => !fault.includes('409'));
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

  test('the file for social protection is among the other exports', async () => {
    await page.goto(new URL('/reports/exports', page.url()).href);
    const heading = page.getByRole('heading', { name: /Льготы для соцзащиты/ });
    await heading.waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать: Льготы' }).click();
    assert.match((await waiting).suggestedFilename(), /^lgoty.*\.csv$/);
  });
});
