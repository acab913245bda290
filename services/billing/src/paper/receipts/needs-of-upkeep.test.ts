// How a receipt names common-house needs: as a part of upkeep, or as the utility that they are under direct management.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand } from '../../testing/billing-stand.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makePayingHouse } from '../../testing/paying-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask, calculate, readAll } from '../../testing/test-user.ts';

test(
  'needs by Rules 491 are shown as a part of upkeep, capped ones as their utility service',
  { skip: missing('pdftoppm') },
  async (t) => {
    const stand = await startBillingStand();
    const { owner } = stand;
    t.after(async () => {
      await stand.stop();
    });
    const house = await makePayingHouse(stand);
    const { user, houseId, accounts } = house;
    await changeBankDetails(stand, house, CONTRACTOR);
    const period = Temporal.Now.plainDateISO('Europe/Moscow')
      .toPlainYearMonth()
      .subtract({ months: 3 })
      .toString();
    const { billingCycleId } = await calculate(stand.app, user, { houseId }, period);
    await applyMonth(stand, user, billingCycleId);
    const [personalAccountId = 0] = accounts;
    const query = { period, personalAccountId };
    const [charge] = await readAll(stand.app, user, listCharges, { query });
    assert.ok(charge);
    for (const [method, isOfUpkeep] of [
      ['norm-yearly', true],
      ['capped', false],
    ] as const) {
      await owner.query(
        `insert into common_needs_months (organization_id, house_id, house_service_id, period, method, shared, carried)
         select organization_id, house_id, $1, $2, $3, 0, 0 from house_months where house_id = $4 and period = $2`,
        [charge.houseServiceId, `${period}-01`, method, houseId],
      );
      const sent = { params: { personalAccountId }, query: { period } };
      const { bytes } = await ask(stand.app, user, getReceipt, sent);
      const text = textOfPages(bytes).join(' ');
      assert.equal(/в\s+составе\s+платы\s+за\s+содержание/.test(text), isOfUpkeep, method);
      await owner.query('delete from common_needs_months where house_id = $1', [houseId]);
    }
  },
);
