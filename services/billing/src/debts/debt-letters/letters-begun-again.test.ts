// A job of letters that is restarted or cancelled: what nobody has received is deleted, and a process presumed dead can write no
// more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { writeAttempt } from '@kvartplata/platform/jobs/job-rows.repository.ts';
import { findPiece, insertPiece } from '../../paper/kept-files.repository.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makeOwingServices, type OwingServices } from '../../testing/owing-services.ts';
import { makeNotices } from '../restriction-notices/restriction-notices.service.ts';
import { DEBT_LETTERS, insertLetters, type LettersRow } from './debt-letters.repository.ts';
import { beginLetters, endLetters } from './debt-letters.service.ts';
import { judgeDebtors } from './judge-debtors.service.ts';
import { insertAccounts, listAccounts } from './letter-accounts.repository.ts';

const TODAY = '2026-06-10';

let stand: BillingStand;
let house: OwingServices;
let today = moscowDayOf(new Date());

before(async () => {
  stand = await startBillingStand({ works: false, today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 2);
  today = Temporal.PlainDate.from('2026-04-20');
  await house.owe(house.accounts[0] ?? 0, 'electricity', '4000');
  today = Temporal.PlainDate.from(TODAY);
});
after(async () => stand.stop());

async function ask(): Promise<LettersRow> {
  const { organizationId, houseId } = house;
  return inTransaction(stand.db, async (trx) =>
    insertLetters(trx, {
      organizationId,
      kind: 'restriction',
      form: 'pdf',
      dryRun: false,
      houseIds: [houseId],
      accountIds: null,
      minMonths: 0,
      minDebt: '0.00',
      madeOn: TODAY,
      fileName: 'uvedomleniya.pdf',
      totalAccounts: 2,
      requestedBy: 1,
      requestId: 'test',
    }),
  );
}

async function start(letters: LettersRow): Promise<LettersRow> {
  const begun = await inTransaction(stand.db, async (trx) => beginLetters(trx, letters));
  assert.ok(begun);
  return begun;
}

/** What a process had written when it was stopped. */
async function writeSome(letters: LettersRow): Promise<void> {
  const { organizationId, houseId } = house;
  await inTransaction(stand.db, async (trx) => {
    const place = { organizationId, houseId, personalAccountId: house.accounts[0] ?? 0 };
    const named = { accountNumber: 'ЛС-101', payer: 'Орлова А. П.', address: 'ул. Долгая, 1' };
    const sums = { debt: '4000.00', normCharge: '500.00', payerAddress: null };
    const service = { houseServiceId: house.serviceOf('electricity'), serviceName: 'Свет' };
    const notice = { ...place, ...named, ...service, ...sums };
    const made = { madeOn: TODAY, debtLettersId: letters.id, createdBy: 1 };
    const [{ id } = { id: 0 }] = await makeNotices(trx, [{ ...notice, ...made }]);
    await insertAccounts(trx, letters, [
      {
        houseId,
        position: 1,
        personalAccountId: place.personalAccountId,
        ...named,
        debt: '4000.00',
        leftOut: null,
        letter: {
          kind: 'restriction',
          notices: [{ id, serviceName: 'Свет', ...sums }],
        },
      },
    ]);
    await insertPiece(trx, DEBT_LETTERS, letters, 1, Buffer.from('%PDF'));
  });
}

async function left(letters: LettersRow): Promise<readonly number[]> {
  const notices = await stand.db
    .selectFrom('restrictionNotices')
    .select('id')
    .where('debtLettersId', '=', letters.id)
    .execute();
  const accounts = await listAccounts(stand.db, letters, { after: 0, limit: 10 });
  const piece = await findPiece(stand.db, DEBT_LETTERS, letters, 1);
  return [notices.length, accounts.length, piece === undefined ? 0 : 1];
}

const PROGRESS = { judgedAccounts: 1, leftOut: 0, letters: 1, drawnLetters: 0 };

test('a new attempt removes what the previous one wrote, and the old one’s progress is refused', async () => {
  const first = await start(await ask());
  await writeSome(first);
  assert.deepEqual(await left(first), [1, 1, 1]);
  const second = await start(first);
  assert.deepEqual(await left(second), [0, 0, 0]);
  assert.equal(await writeAttempt(stand.db, DEBT_LETTERS, first, PROGRESS), false);
  assert.equal(await writeAttempt(stand.db, DEBT_LETTERS, second, PROGRESS), true);
});

test('cancelling keeps a notice for which a step was taken meanwhile', async () => {
  const letters = await start(await ask());
  await writeSome(letters);
  await stand.db
    .updateTable('restrictionNotices')
    .set({ state: 'delivered', termEndsOn: '2026-06-30' })
    .where('organizationId', '=', house.organizationId)
    .where('debtLettersId', '=', letters.id)
    .execute();
  const end = async () =>
    inTransaction(stand.db, async (trx) =>
      endLetters(trx, letters, { status: 'CANCELLED', error: null }),
    );
  assert.equal((await end())?.status, 'CANCELLED');
  assert.equal(await end(), undefined);
  assert.deepEqual(await left(letters), [1, 0, 0]);
  assert.equal(await writeAttempt(stand.db, DEBT_LETTERS, letters, PROGRESS), false);
});

test('an account that the registry does not know, or without an address, is left out', async () => {
  const [known = 0, unknown = 0] = house.accounts;
  const letters = await start(await ask());
  const card = {
    personalAccountId: known,
    houseId: house.houseId,
    organizationName: '',
    accountNumber: 'ЛС-101',
    gisAccountNumber: null,
    gisServiceId: null,
    payer: '',
    payerInn: null,
    payerAddress: null,
    address: ' ',
    roomNumber: '101',
    roomKind: 'residential',
    area: '40.00',
    openedOn: '2025-01-01',
    closedOn: null,
  } as const;
  const verdicts = await inTransaction(stand.db, async (trx) =>
    judgeDebtors(
      trx,
      { letters, houseId: house.houseId, norms: undefined, cards: new Map([[known, card]]) },
      [known, unknown].map((personalAccountId) => ({ personalAccountId, penalty: '0.00' })),
    ),
  );
  assert.deepEqual(
    [...verdicts],
    [
      [known, 'address-unknown'],
      [unknown, 'address-unknown'],
    ],
  );
});
