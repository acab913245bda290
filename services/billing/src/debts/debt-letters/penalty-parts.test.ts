// Which part of the law a letter cites for its penalties: the debts that the penalties are for decide, not whatever else is owed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fetchDebtLetters } from '@kvartplata/contracts/billing/debt-letters.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeLetters } from '../../testing/made-letters.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';

/** The services of the stand's house have other ids. */
const MAJOR_REPAIRS = { houseServiceId: 900_009 };

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: AccruingHouse;

before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeAccruingHouse(stand);
  await stand.owner.query(
    `insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
     values ($1, $2, $3, 'major-repairs', 'Капремонт', 'м²', 'major-repairs')`,
    [house.houseId, house.organizationId, MAJOR_REPAIRS.houseServiceId],
  );
});
after(async () => stand.stop());

async function lettersOf(): Promise<readonly string[]> {
  const { id } = await makeLetters(house.ask, { organizationId: house.organizationId });
  const { status, bytes, text } = await house.ask(fetchDebtLetters, {
    params: { debtLettersId: id },
  });
  assert.equal(status, 200, text);
  return textOfPages(bytes).map((page) => page.replaceAll(/\s+/g, ' '));
}

test(
  'part 14.1 of penalties on contributions, part 14 of others',
  { skip: missing('pdftoppm') },
  async () => {
    const [ofBoth = 0, ofRepairs = 0, ofUtilities = 0, ofNothing = 0] = house.accounts;
    await house.charge('2026-02', [
      [ofBoth, '9000.00'],
      [ofBoth, '3000.00', MAJOR_REPAIRS],
      [ofRepairs, '3000.00', MAJOR_REPAIRS],
      [ofUtilities, '9000.00'],
    ]);
    await house.accrue('2026-05-31');
    await house.charge('2026-04', [[ofNothing, '500.00']]);
    today = Temporal.PlainDate.from('2026-06-10');
    const pages = await lettersOf();
    const grounds = pages.map((page) => /Пени по ((?:ч\. [\d., ]+ )?ст\. 155)/.exec(page)?.[1]);
    assert.deepEqual(grounds, [
      'ч. 14, 14.1 ст. 155',
      'ч. 14.1 ст. 155',
      'ч. 14 ст. 155',
      'ст. 155',
    ]);
  },
);
