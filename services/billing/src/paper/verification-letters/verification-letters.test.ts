// Letters about ending verifications: a page per account, its content, and who may get them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getVerificationLetters } from '@kvartplata/contracts/billing/verification-letters.ts';
import {
  getPersonalAccount,
  replacePersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: MeteredHouse;
const ends = moscowDayOf(new Date()).add({ days: 10 });

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await makeMeteredHouse(stand, owner);
  const water = await house.addService('cold-water', 'meter', '3.1');
  const gas = await house.addService('gas', 'meter');
  const common = await house.addService('cold-water-odn', 'odn');
  const verifiedUntil = ends.toString();
  await house.addMeter(water, 'cold-water', { serialNumber: 'ХВ-17', verifiedUntil });
  await house.addMeter(water, 'cold-water', {
    serialNumber: 'ХВ-18',
    verifiedUntil: ends.add({ days: 40 }).toString(),
  });
  await house.addMeter(gas, 'gas', {
    serialNumber: 'СГ-1',
    verifiedUntil: ends.add({ days: 80 }).toString(),
  });
  await house.addMeter(common, 'cold-water-house', { verifiedUntil });
});
after(async () => stand.stop());

const letters = async (query: Record<string, number> = {}, user = owner) =>
  ask(stand.app, user, getVerificationLetters, { query });
const shown = (day: Temporal.PlainDate) => day.toString().split('-').toReversed().join('.');

describe('letters', { skip: missing('pdftoppm') }, () => {
  test('state which meter, until when, and what follows after that', async () => {
    const { status, headers, bytes } = await letters({ organizationId: house.organizationId });
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf']);
    const [page = '', ...others] = textOfPages(bytes);
    assert.equal(others.length, 0, 'the house-wide meter has no letter, the other is not due');
    for (const said of [
      'УК ',
      'Иванов',
      'ул. Мира, 1, помещение 1',
      'лицевой счёт 1',
      'ХВ-17',
      `Последний день действия поверки: ${shown(ends)}.`,
      `с ${shown(ends.add({ days: 1 }))} показания прибора не учитываются`,
      'а затем по нормативу с повышающим коэффициентом;',
      '59 «а»',
    ])
      assert.ok(page.replaceAll(/\s+/g, ' ').includes(said), `${said} is not in ${page}`);
  });

  test('threaten nobody with a coefficient that the service does not have', async () => {
    const { bytes } = await letters({ houseId: house.houseId, within: 100 });
    const page = textOfPages(bytes).find((text) => text.includes('СГ-1')) ?? '';
    assert.match(page.replaceAll(/\s+/g, ' '), /а затем так, как без прибора учёта;/);
    assert.doesNotMatch(page, /коэффициент/);
  });

  test('of a house within more days include more meters', async () => {
    const { bytes } = await letters({ houseId: house.houseId, within: 60 });
    assert.equal(textOfPages(bytes).length, 2);
  });
});

test(
  'a payer who lives elsewhere gets it there, and reads which room the meter is in',
  { skip: missing('pdftoppm') },
  async () => {
    const params = { personalAccountId: house.accountId };
    const account = await house.call(getPersonalAccount, { params });
    const { roomId, accountNumber, payer, openedOn } = account;
    const payerAddress = 'г. Тихореченск, ул. Полевая, д. 21';
    const body = { roomId, accountNumber, payer, openedOn, payerAddress };
    await house.call(replacePersonalAccount, { params, body });
    const { bytes } = await letters({ organizationId: house.organizationId });
    const page = (textOfPages(bytes)[0] ?? '').replaceAll(/\s+/g, ' ');
    assert.ok(page.includes(payerAddress), page);
    assert.ok(page.includes('ХВ-17. Где установлен: ул. Мира, 1, помещение 1.'), page);
  },
);

test('without anybody to write to there is no file', async () => {
  const nobody = await letters({ organizationId: house.organizationId, within: 9 });
  assert.deepEqual([nobody.status, nobody.problem.code], [409, 'nobody-to-write-to']);
});

test('another company gets a 404, even with its own organization and our house', async () => {
  const stranger = await stand.newUser();
  const own = await makeMeteredHouse(stand, stranger);
  assert.equal((await letters({ organizationId: house.organizationId }, stranger)).status, 404);
  assert.equal((await letters({ houseId: house.houseId }, stranger)).status, 404);
  const query = { organizationId: own.organizationId, houseId: house.houseId };
  assert.equal((await letters(query, stranger)).status, 404);
});
