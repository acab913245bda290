// Our own page in a real browser, for an organization of several houses: what is chosen, shown and printed of all and of one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { bringIn, clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeServedHouse } from './testing/served-house.ts';
import { assertWellDrawn } from './testing/well-drawn.ts';

const COMPANY = 'УК «Тихая Заводь»';

describe('the page of several houses', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let first: BilledHouse;
  let month: string;
  let secondId: number;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    const owner = await signUp(own.services, 'owner');
    first = await makeBilledHouse(own.services, owner);
    month = first.months.at(-1) ?? '';
    const client = clientOf(own.services, owner);
    const opened = Temporal.PlainYearMonth.from(month);
    const { organizationId } = first;
    ({ houseId: secondId } = await makeServedHouse(client, organizationId, 'cold-water', opened));
    const { items } = await client.call(listPersonalAccounts, { query: { houseId: secondId } });
    for (const { id: personalAccountId } of items)
      await client.call(createPayment, {
        body: { personalAccountId, amount: '1000.50', paidOn: `${month}-15` },
      });
    const viewer = await signUp(own.services, 'viewer');
    await bringIn(own.services, owner, viewer, { organizationId, role: 'viewer' });
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'owner');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  async function open(address: string): Promise<void> {
    await page.goto(new URL(address, page.url()).href, { waitUntil: 'networkidle' });
  }

  const subtotals = () => page.getByRole('row', { name: /^По дому/ });
  const house = () => page.getByLabel('Дом', { exact: true });
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Отчёты' }).getByRole('link', { name });

  test('the turnover of all houses has addresses, and a total of each house', async () => {
    await open(`/reports/turnover?periodFrom=${month}&periodTo=${month}`);
    await house().selectOption('all');
    await subtotals().nth(1).waitFor();
    const ofSecond = subtotals().filter({ hasText: 'ул. Тихая' });
    await ofSecond.filter({ hasText: /2\s001,00/ }).waitFor();
    assert.equal(await subtotals().count(), 2);
    await page.getByRole('searchbox').fill('Тихая');
    await subtotals().first().waitFor({ state: 'hidden' });
    const found = page.getByRole('row').filter({ hasText: /ул\. Тихая, \d+, / });
    assert.equal(await found.count(), 2);
    await page.getByRole('searchbox').fill('');
    await subtotals().nth(1).waitFor();
    await page.getByRole('button', { name: 'На конец' }).click();
    await subtotals().first().waitFor({ state: 'hidden' });
  });

  test('the house and the months stay chosen from report to report', async () => {
    await open(`/reports/turnover?houseId=${secondId}&periodFrom=${month}&periodTo=${month}`);
    for (const name of ['По получателям', 'Должники', 'Собираемость', 'Выгрузки']) {
      await tab(name).click();
      await page.waitForURL((url) => url.searchParams.get('houseId') === String(secondId));
      await house().waitFor();
      assert.equal(await house().inputValue(), String(secondId), name);
    }
    await house().selectOption('');
    await tab('Оборотно-сальдовая').click();
    await subtotals().nth(1).waitFor();
    assert.equal(await house().inputValue(), 'all');
    assert.equal(new URL(page.url()).searchParams.get('periodTo'), month);
  });

  test('on paper each page names the organization and the house', async () => {
    const places = [
      { at: `/houses/${secondId}/readings/${month}`, place: 'ул. Тихая' },
      { at: `/houses/${secondId}/services`, place: 'ул. Тихая' },
      { at: '/accounts/1', place: 'г. Зареченск' },
      { at: `/reports/turnover?houseId=${secondId}`, place: 'ул. Тихая' },
    ];
    for (const { at, place } of places) {
      await open(at);
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('main').getByText(COMPANY).waitFor();
      const shown = (await page.getByRole('main').innerText()).replaceAll(/\s/g, ' ');
      assert.ok(shown.includes(place) || (await house().textContent())?.includes(place), at);
      await page.emulateMedia({ media: null });
      assert.ok(!(await page.getByRole('main').getByText(COMPANY).isVisible()), at);
    }
  });

  test('readings are imported into the month being worked on', async () => {
    await open('/imports?kind=readings');
    const named = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const worked = new Intl.DateTimeFormat('ru-RU', named)
      .format(new Date(`${month}-01T00:00:00Z`))
      .replace(/\sг\.$/, '');
    await page.getByRole('heading', { name: worked }).waitFor();
  });

  test('a viewer is told who corrects, and has no empty answer to open', async () => {
    const { page: theirs, context } = await own.visit('/corrections');
    await enter(theirs, 'viewer');
    await theirs.getByText('Это делает бухгалтер.').waitFor();
    await theirs.goto(new URL(`/reports/gis-zhkh?periodTo=${month}`, theirs.url()).href);
    const answer = theirs.getByRole('row', { name: /^г\. Зареченск/ });
    await answer.waitFor();
    assert.equal(await answer.getByRole('button').count(), 0);
    await context.close();
  });

  test('the turnover of all houses passes axe, and fits its screen', async () => {
    await assertWellDrawn(page, [`/reports/turnover?all=true&periodTo=${month}`]);
    assert.deepEqual(visit.faults, []);
  });
});
