// Interruptions of a house's services on its page: an act is entered, errors are shown at their fields, and a late act is settled
// in the open month. Figures are for the previous month, which is over.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { listServiceActs } from '@kvartplata/contracts/core/service-acts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from './testing/axe.ts';
import { computeMonth } from './testing/computed-month.ts';
import { openOwnPage, type OwnPage, type Visit } from './testing/own-page.ts';
import { enter } from './testing/page-steps.ts';
import { makeServedHouse, type ServedHouse } from './testing/served-house.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const PERIOD = MONTH.toString();
const NEXT = MONTH.add({ months: 1 }).toString();

const FIELDS = {
  fromDay: 'Начало, день',
  fromTime: 'Начало, время',
  toDay: 'Конец, день',
  toTime: 'Конец, время',
  basis: 'Документ',
} as const;
type Typed = Partial<Record<keyof typeof FIELDS, string>>;

describe('acts on services on the page', { skip: missing('chromium') }, () => {
  let own: OwnPage;
  let owner: Client;
  let house: ServedHouse;
  let cycleId: number;
  let visit: Visit;
  let page: Page;

  before(async () => {
    own = await openOwnPage();
    owner = clientOf(own.services, await signUp(own.services, 'owner'));
    const { id } = await owner.call(createOrganization, { body: { name: 'Перерывы' } });
    house = await makeServedHouse(owner, id, 'cold-water', MONTH);
    ({ billingCycleId: cycleId } = await computeMonth(owner, { organizationId: id }, PERIOD));
    visit = await own.visit(`/houses/${house.houseId}/services`);
    ({ page } = visit);
    await enter(page, 'owner');
  });
  after(async () => {
    const faults = visit.faults.filter((fault) => !fault.includes('409'));
    assert.deepEqual(faults, []);
    await own.stop();
  });

  /** As Russian accountants type a day of the month. */
  const dayOf = (day: number): string =>
    MONTH.toPlainDate({ day }).toString().split('-').toReversed().join('.');

  async function openAct(): Promise<Locator> {
    await page.getByRole('button', { name: 'Записать акт' }).click();
    return page.getByRole('dialog');
  }

  async function fill(act: Locator, typed: Typed): Promise<void> {
    for (const [name, text] of Object.entries(typed))
      await act.getByLabel(FIELDS[name as keyof typeof FIELDS]).fill(text);
  }

  const save = async (act: Locator): Promise<void> =>
    act.getByRole('button', { name: 'Сохранить', exact: true }).click();

  const countActs = async (): Promise<number> => {
    const params = { houseId: house.houseId };
    return (await owner.call(listServiceActs, { params })).items.length;
  };

  test('mistakes are shown at their fields, nothing typed is lost, and nothing is stored', async () => {
    const act = await openAct();
    const service = act.getByRole('combobox', { name: 'Услуга' });
    // Only the house's own services can be chosen.
    assert.deepEqual(await service.locator('option').allTextContents(), ['Холодное водоснабжение']);
    await save(act);
    await act.getByText('Заполните это поле').first().waitFor();
    await fill(act, {
      fromDay: dayOf(7),
      fromTime: '18:00',
      toDay: dayOf(7),
      toTime: '8:00',
      basis: 'Акт № 7',
    });
    await save(act);
    await act.getByText('Конец раньше начала').waitFor();
    assert.equal(await act.getByLabel(FIELDS.toDay).getAttribute('aria-invalid'), 'true');
    const dayBefore = MONTH.toPlainDate({ day: 1 }).subtract({ days: 1 });
    await fill(act, {
      fromDay: dayBefore.toString().split('-').toReversed().join('.'),
      toTime: '20:00',
    });
    await save(act);
    // The house has the service from the first day of the month on.
    await act.getByText(/^Дата раньше допустимой: не раньше /).waitFor();
    assert.equal(await act.getByLabel(FIELDS.fromDay).getAttribute('aria-invalid'), 'true');
    assert.equal(await act.getByLabel(FIELDS.basis).inputValue(), 'Акт № 7');
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await countActs(), 0);
    await act.getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
  });

  test('an act is recorded before the month is applied; an overlapping one is refused with the reason', async () => {
    const times = { fromDay: dayOf(6), fromTime: '8:00', toDay: dayOf(6), toTime: '18:00' };
    const first = await openAct();
    await fill(first, { ...times, basis: 'Акт № 6' });
    await save(first);
    await page.getByText('Акт записан.').waitFor();
    await page
      .getByRole('row', { name: /перерыв/ })
      .getByText('весь дом')
      .waitFor();
    const second = await openAct();
    await fill(second, { ...times, fromTime: '17:00', toTime: '19:00', basis: 'Акт № 6а' });
    await save(second);
    await second.getByRole('alert').getByText('Периоды пересекаются').waitFor();
    await second.getByRole('button', { name: 'Отмена' }).click();
    await page.getByRole('button', { name: 'Закрыть без сохранения' }).click();
    assert.equal(await countActs(), 1);
    await computeMonth(owner, { houseId: house.houseId }, PERIOD);
  });

  for (const [isClosed, day] of [
    [false, 9],
    [true, 12],
  ] as const)
    test(`a late one for the ${isClosed ? 'closed' : 'applied'} month says so, and the open month deducts it`, async () => {
      const { houseId } = house;
      await owner.call(isClosed ? closeCycle : applyCycle, { params: { cycleId } });
      const act = await openAct();
      await fill(act, {
        fromDay: dayOf(day),
        fromTime: '8:00',
        toDay: dayOf(day),
        toTime: '18:00',
        basis: `Акт № ${day}`,
      });
      await save(act);
      await page
        .getByRole('row')
        .filter({ hasText: dayOf(day) })
        .waitFor();
      await page
        .getByText(/Акт записан\. Уже проведены: .+ Разницу начислит исправление/)
        .last()
        .waitFor();
      const body = { houseId, periodFrom: PERIOD, periodTo: PERIOD, reason: 'Акт опоздал' };
      const { period, lines } = await owner.call(createCorrection, { body });
      assert.equal(period, NEXT);
      // Of the 8 hours allowed per month 4 are left for the first of them, and none for the second.
      const taken = isClosed ? '-15.00' : '-9.00';
      assert.deepEqual(
        lines.map(({ amount }) => amount),
        [taken, taken],
      );
    });
});
