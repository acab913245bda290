// Our own page in a real browser: a house that comes after its month was applied is calculated and applied there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff, replaceTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { findBarriers } from './testing/axe.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';

describe('a house that is late for its month', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let person: Person;
  let seeded: BilledHouse;
  let visit: Visit;
  let page: Page;
  let tariff: { readonly validFrom: string; readonly value: string; readonly basis: string };
  let tariffId: number;

  before(async () => {
    own = await openOwnPage();
    person = await signUp(own.services, 'accountant');
    seeded = await makeBilledHouse(own.services, person);
    await addLateHouse();
    visit = await own.visit('/');
    ({ page } = visit);
    await enter(page, 'accountant');
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  });
  after(async () => own.stop());

  /** With upkeep alone, for one account. */
  async function addLateHouse(): Promise<void> {
    const { call } = clientOf(own.services, person);
    const { organizationId, months } = seeded;
    const since = { validFrom: `${months.at(-1)}-01` };
    const { id: houseId } = await call(createHouse, {
      body: { organizationId, address: 'ул. Поздняя, 1' },
    });
    const params = { houseId };
    const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '50' } });
    await call(createPersonalAccount, {
      params,
      body: {
        roomId,
        accountNumber: 'LATE-1',
        payer: 'Иванов',
        registeredPersons: 1,
        openedOn: since.validFrom,
      },
    });
    const { items } = await call(listUtilityServices, { query: { limit: 200 } });
    const upkeep = items.find(({ code }) => code === 'upkeep');
    if (upkeep === undefined) throw new Error('there is no upkeep');
    const { id: houseServiceId } = await call(createHouseService, {
      params,
      body: { utilityServiceId: upkeep.id, method: 'area', ...since },
    });
    tariff = { ...since, value: '30', basis: 'Приказ' };
    ({ id: tariffId } = await call(createTariff, { params: { houseServiceId }, body: tariff }));
  }

  test('is offered, calculated and applied by itself', async () => {
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

  test('is to be calculated again once its tariff has changed', async () => {
    const next = Temporal.PlainYearMonth.from(seeded.months.at(-1) ?? '').add({ months: 1 });
    const client = clientOf(own.services, person);
    await computeMonth(client, { organizationId: seeded.organizationId }, next.toString());
    const body = { ...tariff, value: '40' };
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
});
