// Letters to many debtors over HTTP: who gets one and who is left out, what is made with them, and when they are refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import {
  cancelDebtLetters,
  createDebtLetters,
  fetchDebtLetters,
  getClaimLetter,
  getDebtLetters,
  listClaimLetters,
  listDebtLetterAccounts,
  listDebtLetters,
  type DebtLetterAccount,
  type DebtLetters,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import {
  createRestrictionNotice,
  listRestrictionNotices,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { filesOfZip } from '@kvartplata/platform/testing/zip-files.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { makeLetters, verdictsOf } from '../../testing/made-letters.ts';
import { changePayer, SHOP } from '../../testing/odd-payers.ts';
import { makeOwingServices, type OwingServices } from '../../testing/owing-services.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { addMember, ask } from '../../testing/test-user.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const account = (index: number): number => house.accounts[index] ?? 0;
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);

/** Accounts of rooms 101 to 109 with debts since April 2026; two months of a service by the norm are 1000.00. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 9);
  await changeBankDetails(stand, house, CONTRACTOR);
  on('2026-04-20');
  await house.owe(account(0), 'electricity', '1000.01');
  await house.owe(account(1), 'electricity', '1000.00');
  await house.owe(account(2), 'heating', '90000');
  await house.owe(account(3), 'gas', '90000');
  await house.owe(account(4), 'electricity', '5000');
  await house.owe(account(5), 'electricity', '90000');
  await house.owe(account(6), 'electricity', '90000');
  await house.owe(account(7), 'electricity', '12345.67');
  on('2026-06-10');
  await call(createInstalment, {
    body: {
      personalAccountId: account(4),
      months: 10,
      startsOn: '2026-06-10',
      annualInterest: '0',
      periods: ['2026-04'],
    },
  });
  await call(createCourtCase, { body: { personalAccountId: account(5) } });
  await call(createRestrictionNotice, {
    body: { personalAccountId: account(6), houseServiceId: house.serviceOf('electricity') },
  });
});
after(async () => stand.stop());

async function request(body: object): Promise<Answered<typeof createDebtLetters>> {
  const whole = { organizationId: house.organizationId, kind: 'claim', form: 'pdf', ...body };
  return call(createDebtLetters, { body: whole });
}

async function refusalOf(body: object): Promise<string> {
  const { status, problem } = await request(body);
  return `${status} ${problem.code}`;
}

async function made(body: object): Promise<DebtLetters> {
  return makeLetters(call, { organizationId: house.organizationId, ...body });
}

async function accountsOf(debtLettersId: number): Promise<readonly DebtLetterAccount[]> {
  const { body } = await call(listDebtLetterAccounts, { params: { debtLettersId } });
  return body.items;
}

async function pagesOf(debtLettersId: number): Promise<readonly string[]> {
  const { status, bytes, text } = await call(fetchDebtLetters, { params: { debtLettersId } });
  assert.equal(status, 200, text);
  return textOfPages(bytes);
}

const RESTRICTIONS = [
  'ЛС-101 letter',
  'ЛС-102 debt-below-two-norms',
  'ЛС-103 nothing-restrictable',
  'ЛС-104 norm-charge-unknown',
  'ЛС-105 instalment-runs',
  'ЛС-106 letter',
  'ЛС-107 notice-open',
  'ЛС-108 letter',
];

test('a dry run lists who would be warned and who is left out, and creates nothing', async () => {
  const dry = await made({ kind: 'restriction', dryRun: true });
  assert.deepEqual(
    [dry.status, dry.totalAccounts, dry.judgedAccounts, dry.letters, dry.leftOut, dry.file],
    ['COMPLETED', 8, 8, 3, 5, null],
  );
  assert.deepEqual(await verdictsOf(call, dry.id), RESTRICTIONS);
  const { body } = await call(listRestrictionNotices, { query: {} });
  assert.equal(body.items.length, 1);
});

test(
  'a notice is made for everyone who may be warned, in order of rooms, and not again while it is open',
  {
    skip: missing('pdftoppm'),
  },
  async () => {
    const letters = await made({ kind: 'restriction' });
    assert.deepEqual([letters.status, letters.letters, letters.drawnLetters], ['COMPLETED', 3, 3]);
    assert.deepEqual(await verdictsOf(call, letters.id), RESTRICTIONS);
    const pages = await pagesOf(letters.id);
    assert.deepEqual(
      pages.map((page) => /лицевой счёт № (\S+)/.exec(page)?.[1]),
      ['ЛС-101', 'ЛС-106', 'ЛС-108'],
    );
    const notices = await call(listRestrictionNotices, {
      query: { personalAccountId: account(7) },
    });
    const [notice] = notices.body.items;
    assert.deepEqual(
      [notice?.debt, notice?.normCharge, notice?.state, notice?.madeOn],
      ['12345.67', '500.00', 'made', '2026-06-10'],
    );
    assert.match(pages[2] ?? '', new RegExp(`Уведомление № ${notice?.id}`));
    const items = await accountsOf(letters.id);
    assert.deepEqual(items[7]?.restrictionNoticeIds, [notice?.id]);
    const again = await made({ kind: 'restriction' });
    assert.deepEqual(
      [again.status, again.error, again.file],
      ['FAILED', 'nobody-to-write-to', null],
    );
    assert.equal((await request({ kind: 'restriction' })).status, 202);
  },
);

test(
  'a claim letter states what is overdue and is not written twice within its 30 days',
  {
    skip: missing('pdftoppm'),
  },
  async () => {
    const letters = await made({ minDebt: '5000' });
    assert.deepEqual(await verdictsOf(call, letters.id), [
      'ЛС-103 letter',
      'ЛС-104 letter',
      'ЛС-105 instalment-runs',
      'ЛС-106 case-open',
      'ЛС-107 letter',
      'ЛС-108 letter',
    ]);
    const pages = await pagesOf(letters.id);
    assert.equal(pages.length, 4);
    const last = pages[3] ?? '';
    for (const told of [
      /не оплачено 12 345,67 ₽/,
      /апрель 2026 +15\.05\.2026 +12 345,67/,
      /Орлова А\. П\./,
    ])
      assert.match(last, told);
    assert.match(last, new RegExp(CONTRACTOR.bankDetails.settlementAccount));
    const second = await made({ minDebt: '1000', dryRun: true });
    assert.deepEqual(await verdictsOf(call, second.id), [
      'ЛС-101 letter',
      'ЛС-102 letter',
      'ЛС-103 letter-term-runs',
      'ЛС-104 letter-term-runs',
      'ЛС-105 instalment-runs',
      'ЛС-106 case-open',
      'ЛС-107 letter-term-runs',
      'ЛС-108 letter-term-runs',
    ]);
    on('2026-07-10');
    const later = await made({ minDebt: '12000', search: 'ЛС-108', form: 'zip' });
    assert.deepEqual(await verdictsOf(call, later.id), ['ЛС-108 letter']);
    const params = { debtLettersId: later.id };
    const { bytes } = await call(fetchDebtLetters, { params });
    assert.equal((await filesOfZip(bytes)).length, 1);
    const query = { personalAccountId: account(7) };
    const { body: written } = await call(listClaimLetters, { query });
    assert.deepEqual(
      written.items.map(({ debtLettersId, madeOn, total }) => [debtLettersId, madeOn, total]),
      [
        [later.id, '2026-07-10', '12345.67'],
        [letters.id, '2026-06-10', '12345.67'],
      ],
    );
    const leftOut = await call(listClaimLetters, { query: { personalAccountId: account(5) } });
    assert.deepEqual(leftOut.body.items, []);
    const one = { params: { debtLettersId: letters.id, personalAccountId: account(7) } };
    const [alone = '', ...more] = textOfPages((await call(getClaimLetter, one)).bytes);
    assert.deepEqual([alone.trim(), more], [last.trim(), []]);
    const none = { params: { debtLettersId: later.id, personalAccountId: account(2) } };
    assert.equal((await call(getClaimLetter, none)).status, 404);
    on('2026-06-10');
  },
);

test(
  'a claim letter to an organization announces the arbitration court, in the file and by itself',
  {
    skip: missing('pdftoppm'),
  },
  async () => {
    await changePayer(stand.coreUrl, house.user, account(8), SHOP);
    on('2026-04-20');
    await house.owe(account(8), 'electricity', '4321.00');
    on('2026-06-10');
    const { id: debtLettersId } = await made({ search: 'ЛС-109' });
    const params = { debtLettersId, personalAccountId: account(8) };
    const { bytes } = await call(getClaimLetter, { params });
    for (const page of [...(await pagesOf(debtLettersId)), ...textOfPages(bytes)])
      assert.match(page.replaceAll(/\s+/g, ' '), /мы обратимся в арбитражный суд;/);
  },
);

test('a cancelled job leaves no file and no list', async () => {
  const idle = await startBillingStand({ works: false, today: () => today });
  try {
    const own = await makeOwingServices(idle, await idle.newUser(), 1);
    on('2026-04-20');
    await own.owe(own.accounts[0] ?? 0, 'electricity', '4000');
    on('2026-06-10');
    const body = { houseIds: [own.houseId], kind: 'restriction', form: 'pdf' } as const;
    const { body: asked } = await ask(idle.app, own.user, createDebtLetters, { body });
    const same = await ask(idle.app, own.user, createDebtLetters, { body });
    assert.equal(same.body.id, asked.id);
    const params = { debtLettersId: asked.id };
    const early = await ask(idle.app, own.user, fetchDebtLetters, { params });
    assert.equal(early.problem.code, 'file-not-there');
    const cancelled = await ask(idle.app, own.user, cancelDebtLetters, { params });
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'CANCELLED']);
    const again = await ask(idle.app, own.user, cancelDebtLetters, { params });
    assert.equal(again.problem.code, 'job-finished');
    const { body: list } = await ask(idle.app, own.user, listDebtLetterAccounts, { params });
    assert.deepEqual(list.items, []);
  } finally {
    await idle.stop();
  }
});

describe('refused', () => {
  const cases: readonly (readonly [why: string, body: object, refusal: string])[] = [
    ['nobody owes so much', { minDebt: '99999999' }, '409 no-debt'],
    ['nobody owes for so long', { minMonths: 99 }, '409 no-debt'],
    ['nobody is called so', { search: 'Несуществующий' }, '409 no-debt'],
    ['a house of nobody', { houseIds: [987_654] }, '404 not-found'],
    ['an organization of nobody', { organizationId: 987_654 }, '404 not-found'],
    ['an unknown kind', { kind: 'threat' }, '400 validation-failed'],
    ['a debt below nothing', { minDebt: '-1' }, '400 validation-failed'],
    ['a field too many', { letters: 7 }, '400 validation-failed'],
  ];
  for (const [why, body, refusal] of cases)
    test(why, async () => assert.equal(await refusalOf(body), refusal));

  test('a viewer, and a stranger with a 404', async () => {
    const body = { organizationId: house.organizationId, kind: 'claim', form: 'pdf' } as const;
    const viewer = await stand.newUser();
    await addMember(stand.coreUrl, house, viewer, 'viewer');
    assert.equal((await ask(stand.app, viewer, createDebtLetters, { body })).status, 403);
    const stranger = await stand.newUser();
    assert.equal((await ask(stand.app, stranger, createDebtLetters, { body })).status, 404);
    const { body: list } = await call(listDebtLetters, { query: {} });
    const params = { debtLettersId: list.items[0]?.id ?? 0 };
    assert.equal((await ask(stand.app, stranger, getDebtLetters, { params })).status, 404);
    assert.equal((await ask(stand.app, stranger, fetchDebtLetters, { params })).status, 404);
    assert.equal((await ask(stand.app, stranger, cancelDebtLetters, { params })).status, 404);
  });
});
