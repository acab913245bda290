// Debts of closed accounts: former owners can be taken to court, written to and given a plan, but no service is restricted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addCourtCaseStep,
  createCourtCase,
  getCourtCaseDocuments,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { fetchDebtLetters, getClaimLetter } from '@kvartplata/contracts/billing/debt-letters.ts';
import { createInstalment, listInstalments } from '@kvartplata/contracts/billing/instalments.ts';
import {
  addRestrictionNoticeStep,
  createRestrictionNotice,
  listRestrictableServices,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../testing/contractor.ts';
import { assertInOrder } from '../testing/in-order.ts';
import { makeLetters, verdictsOf } from '../testing/made-letters.ts';
import { makeOwingServices, type OwingServices } from '../testing/owing-services.ts';
import { SHOP } from '../testing/odd-payers.ts';
import { textOfPages } from '../testing/pdf-pages.ts';
import { ask } from '../testing/test-user.ts';
import { unzip } from '../testing/workbook.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const account = (index: number): number => house.accounts[index] ?? 0;
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);

const ELECTRICITY = '90000.00';
/** Places of the accounts; the one at place 4 stays open. */
const [LONG_CLOSED, CLOSED, LAST_DAY, SHOP_CLOSED, TO_COURT, ON_PLAN, WARNED] = [
  0, 1, 2, 3, 5, 6, 7,
] as const;

/** On 10 June each owes 90,000.00 for electricity of April, when some accounts were closed already. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 8, {
    [LONG_CLOSED]: { closedOn: '2026-03-31' },
    [CLOSED]: { closedOn: '2026-06-09' },
    [LAST_DAY]: { closedOn: '2026-06-10' },
    [SHOP_CLOSED]: { closedOn: '2026-05-31', ...SHOP },
    [TO_COURT]: { closedOn: '2026-05-31' },
    [ON_PLAN]: { closedOn: '2026-05-31' },
    [WARNED]: { closedOn: '2026-06-20' },
  });
  await changeBankDetails(stand, house, CONTRACTOR);
  on('2026-04-20');
  for (const id of house.accounts) await house.owe(id, 'electricity', ELECTRICITY);
  on('2026-06-10');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function warn(index: number) {
  const houseServiceId = house.serviceOf('electricity');
  const body = { personalAccountId: account(index), houseServiceId };
  return call(createRestrictionNotice, { body });
}

async function lettersOf(body: object) {
  const { id } = await makeLetters(call, { organizationId: house.organizationId, ...body });
  return { params: { debtLettersId: id }, verdicts: await verdictsOf(call, id) };
}

describe('a restriction', () => {
  for (const [why, index, closedOn] of [
    ['closed months ago', LONG_CLOSED, '2026-03-31'],
    ['closed yesterday, within this month', CLOSED, '2026-06-09'],
  ] as const)
    test(`of an account ${why} is not announced, and the reason is its closing`, async () => {
      const query = { personalAccountId: account(index) };
      const { body } = await call(listRestrictableServices, { query });
      assert.deepEqual(
        body.items.map((one) => [one.debt, one.closedOn, one.mayBeWarned]),
        [[ELECTRICITY, closedOn, false]],
      );
      const { status, problem } = await warn(index);
      assert.equal(`${status} ${problem.code}`, '409 account-closed');
      assert.match(problem.detail ?? '', new RegExp(closedOn));
    });

  test('may still be announced on the last day of an account', async () => {
    assert.equal((await warn(LAST_DAY)).status, 201);
  });

  test('that was announced before goes no further once the account is closed', async () => {
    const { status, body: made, text } = await warn(WARNED);
    assert.equal(status, 201, text);
    const take = async (step: string, day: string) =>
      call(addRestrictionNoticeStep, {
        params: { restrictionNoticeId: made.id },
        body: { step, on: day, reference: 'Акт' },
      });
    assert.equal((await take('delivered', '2026-06-10')).status, 201);
    on('2026-07-10');
    const restricted = await take('restricted', '2026-07-01');
    assert.equal(`${restricted.status} ${restricted.problem.code}`, '409 account-closed');
    assert.equal((await take('ended', '2026-07-01')).body.state, 'ended');
    on('2026-06-10');
  });

  test('is announced to no closed account by letters to all debtors, and each is named', async () => {
    const { verdicts } = await lettersOf({ kind: 'restriction', dryRun: true });
    assert.deepEqual(verdicts, [
      'ЛС-101 account-closed',
      'ЛС-102 account-closed',
      'ЛС-103 notice-open',
      'ЛС-104 account-closed',
      'ЛС-105 letter',
      'ЛС-106 account-closed',
      'ЛС-107 account-closed',
      'ЛС-108 letter',
    ]);
  });
});

test(
  'claim letters are written to former owners too, and say that the account is closed',
  { skip: missing('pdftoppm') },
  async () => {
    const { params, verdicts } = await lettersOf({ kind: 'claim', search: 'ЛС-10' });
    assert.deepEqual(
      verdicts,
      house.accounts.map((_, nth) => `ЛС-${101 + nth} letter`),
    );
    const pages = textOfPages((await call(fetchDebtLetters, { params })).bytes);
    assert.equal(pages.length, 8);
    const [long = '', , lastDay = '', shop = '', open = ''] = pages;
    assert.match(
      long,
      /Орлова А\. П\.\s+ул\. Мира, 1, кв\. 101\s+лицевой счёт № ЛС-101, закрыт 31\.03\.2026/,
    );
    assert.match(long, /не оплачено 90 000,00 ₽/);
    assert.match(shop, /ООО «Хлебный дом»[^]+ЛС-104, закрыт 31\.05\.2026[^]+в арбитражный суд/);
    for (const page of [lastDay, open]) assert.doesNotMatch(page, /закрыт/);
    const personalAccountId = account(LONG_CLOSED);
    const alone = await call(getClaimLetter, { params: { ...params, personalAccountId } });
    assert.match(textOfPages(alone.bytes)[0] ?? '', /ЛС-101, закрыт 31\.03\.2026/);
  },
);

test(
  'the former owner is taken to court: the papers name the closing, and leave a blank for where the debtor lives now',
  { skip: missing('pdftoppm') },
  async () => {
    const opened = await call(createCourtCase, { body: { personalAccountId: account(TO_COURT) } });
    assert.equal(opened.status, 201, opened.text);
    const { payer, address, total, claim } = opened.body;
    assert.deepEqual(
      [payer, address, total, claim.debtor.closedOn],
      ['Орлова А. П.', 'ул. Мира, 1, кв. 106', ELECTRICITY, '2026-05-31'],
    );
    const params = { courtCaseId: opened.body.id };
    const files = unzip((await call(getCourtCaseDocuments, { params })).bytes);
    const textOf = (name: string): string =>
      textOfPages(files.get(name) ?? Buffer.of())
        .join(' ')
        .replaceAll(/\s+/g, ' ');
    const application = textOf('Заявление о вынесении судебного приказа.pdf');
    assert.match(application, /Должник: Орлова А\. П\. адрес помещения: ул\. Мира, 1, кв\. 106/);
    assert.match(application, /место жительства: _+/);
    assert.match(
      application,
      /Плательщик по счёту до его закрытия 31 мая 2026 г\. – Орлова А\. П\. Плата/,
    );
    assert.match(textOf('Претензия.pdf'), /ЛС-106, закрыт 31\.05\.2026/);
    assert.match(textOf('Расчёт задолженности.pdf'), /ЛС-106[^]+Плательщик: Орлова А\. П\.;/);
    const step = { step: 'filed', reference: 'п/п № 1', bookCourtFee: true };
    const filed = await call(addCourtCaseStep, { params, body: step });
    assert.deepEqual([filed.status, filed.body.courtFeeBooked], [201, true]);
  },
);

test('a former owner may pay in parts, and the list of plans says who', async () => {
  const plan = { months: 12, startsOn: '2026-06-10', periods: ['2026-04'] };
  const body = { personalAccountId: account(ON_PLAN), ...plan };
  const made = await call(createInstalment, { body });
  assert.deepEqual([made.status, made.body.amount], [201, ELECTRICITY], made.text);
  const { items } = (await call(listInstalments, { query: {} })).body;
  assert.deepEqual(
    items.map(({ accountNumber, payer, address }) => [accountNumber, payer, address]),
    [['ЛС-107', 'Орлова А. П.', 'ул. Мира, 1, кв. 107']],
  );
});
