// Our own page in a real browser: a house that is added after its month was applied is calculated and applied there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deleteTariff, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeUpkeepHouse, type UpkeepHouse } from './testing/upkeep-house.ts';

const HOUSES_OF_MONTH = '**/api/billing/cycles/*/houses';

describe('a house that is late for its month', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let person: Person;
  let seeded: BilledHouse;
  let visit: Visit;
  let page: Page;
  let late: UpkeepHouse;

  before(async () => {
    own = await openOwnPage();
    person = await signUp(own.services, 'accountant');
    seeded = await makeBilledHouse(own.services, person);
    late = await makeUpkeepHouse(clientOf(own.services, person), seeded.organizationId, {
      address: 'ул. Поздняя, 1',
      accountNumber: 'LATE-1',
      validFrom: `${seeded.months.at(-1)}-01`,
    });
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  test('is offered, calculated and applied separately', async () => {
    await page.goto(new URL(`/month/${seeded.months.at(-1)}`, page.url()).href);
    await page.getByText('можно рассчитать и провести отдельно').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Рассчитать непроведённые дома' }).click();
    await page.getByText('Готово: 1 начисление по 1 счёту.').waitFor();
    await page.getByRole('button', { name: 'Провести 1 500,00 ₽' }).click();
    await page.getByRole('button', { name: 'Да, всё верно' }).click();
    await page.getByText('Месяц проведён, проводок: 1.').waitFor();
    await page.getByRole('button', { name: /^Провести/ }).waitFor({ state: 'detached' });
  });

  test('a month in which nothing can be charged says so, and there is nothing to apply', async () => {
    const client = clientOf(own.services, person);
    const next = Temporal.PlainYearMonth.from(seeded.months.at(-1) ?? '').add({ months: 1 });
    const bare = await makeUpkeepHouse(client, seeded.organizationId, {
      address: 'ул. Пустая, 2',
      accountNumber: 'BARE-1',
      validFrom: `${next.toString()}-01`,
    });
    await client.call(deleteTariff, { params: { tariffId: bare.tariffId } });
    await computeMonth(client, { houseId: bare.houseId }, next.toString());
    await page.goto(new URL(`/month/${next.toString()}`, page.url()).href);
    await page.getByText('Готово: никому ничего не начислено.').waitFor();
    await page.getByText('Проводить нечего: начислений нет.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Провести/ }).count(), 0);
    await page.getByText(/^Не начислено: 1\sпричина$/).waitFor();
    await page.getByRole('button', { name: 'Кому и почему' }).click();
    await page.getByRole('heading', { name: 'Не начислено', exact: true }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /BARE-1/ })
      .click();
    await page.getByRole('heading', { name: /^Расчёт за .*: не начислено$/ }).waitFor();
  });

  /** Until the function given back is called, the page waits for the charges of houses. */
  async function withholdCharges(): Promise<() => Promise<void>> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(HOUSES_OF_MONTH, async (route) => {
      await released;
      await route.continue();
    });
    return async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    };
  }

  test('is not applied before the page knows its charges', async () => {
    const next = Temporal.PlainYearMonth.from(seeded.months.at(-1) ?? '').add({ months: 1 });
    const client = clientOf(own.services, person);
    await computeMonth(client, { organizationId: seeded.organizationId }, next.toString());
    const step = page.locator('#step-apply');
    const apply = step.getByRole('button', { name: /^Провести [1-9]/ });
    const showFirst = await withholdCharges();
    await page.goto(new URL(`/month/${next.toString()}`, page.url()).href);
    await page.getByRole('button', { name: 'Рассчитать заново' }).waitFor();
    await step.getByText('Загружаем…').waitFor({ state: 'attached' });
    assert.equal(await step.getByRole('button').count(), 0);
    await showFirst();
    await apply.waitFor();

    const showSecond = await withholdCharges();
    await page.getByRole('button', { name: 'Рассчитать заново' }).click();
    await step.getByText('Идёт расчёт.').waitFor();
    await page.getByText(/^Готово: /).waitFor();
    assert.equal(await step.getByRole('button').count(), 0);
    await showSecond();
    await apply.waitFor();
  });

  test('must be calculated again once its tariff has changed', async () => {
    const next = Temporal.PlainYearMonth.from(seeded.months.at(-1) ?? '').add({ months: 1 });
    const client = clientOf(own.services, person);
    const { tariffId } = late;
    const body = { ...late.tariff, value: '40' };
    await client.call(replaceTariff, { params: { tariffId }, body });
    await page.goto(new URL(`/month/${next.toString()}`, page.url()).href);
    const note = page.getByText(/изменились показания, тарифы или другие данные: 1\sдом\./);
    await note.waitFor();
    await page.getByText('Данные изменились после расчёта', { exact: true }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: /^Провести/ }).click();
    await page.getByText('данным, которые с тех пор изменились').waitFor();
    await page.getByRole('button', { name: 'Рассчитать заново' }).click();
    await note.waitFor({ state: 'detached' });
  });

  test('is not applied with another amount than the one shown', async () => {
    const next = Temporal.PlainYearMonth.from(seeded.months.at(-1) ?? '').add({ months: 1 });
    const client = clientOf(own.services, person);
    const step = page.locator('#step-apply');
    const shown = async (): Promise<string> =>
      step.getByRole('button', { name: /^Провести [1-9]/ }).innerText();
    const first = await shown();
    await step.getByRole('button', { name: first }).click();
    await step.getByText(/^[1-9][\d\s]*,\d\d\s₽ войдут в долги жильцов\./).waitFor();
    const body = { ...late.tariff, value: '41' };
    await client.call(replaceTariff, { params: { tariffId: late.tariffId }, body });
    await computeMonth(client, { organizationId: seeded.organizationId }, next.toString());
    await step.getByRole('button', { name: 'Да, всё верно' }).click();
    await page.getByText('Сумма уже другая').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await step.getByRole('button', { name: first }).waitFor({ state: 'detached' });
    await step.getByRole('button', { name: await shown() }).click();
    await step.getByRole('button', { name: 'Да, всё верно' }).click();
    await page.getByText(/^Месяц проведён, проводок: \d+\.$/).waitFor();
  });

  test('months of any age are known to the page', async () => {
    const first = Temporal.PlainYearMonth.from(seeded.months[0] ?? '');
    const older = Array.from({ length: 30 }, (_, nth) => first.subtract({ months: nth + 1 }));
    await own.services.owners.billing.query(
      `insert into billing_cycles (organization_id, year, month)
         select $1, extract(year from day), extract(month from day) from unnest($2::date[]) as day`,
      [seeded.organizationId, older.map((month) => `${month.toString()}-01`)],
    );
    await page.goto(new URL(`/month/${older.at(-1)?.toString()}/remarks`, page.url()).href, {
      waitUntil: 'networkidle',
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByText('Месяц ещё не рассчитан').count(), 0);
  });
});
