// The certificate of an account's debt: what it says of accounts that owe, have paid, or are closed, and who may get it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { getDebtCertificate } from '@kvartplata/contracts/billing/debt-certificates.ts';
import { createInstalment } from '@kvartplata/contracts/billing/instalments.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makeOwingServices, type OwingServices } from '../../testing/owing-services.ts';
import { textOfPages } from '../../testing/pdf-pages.ts';
import { ask } from '../../testing/test-user.ts';

let today = moscowDayOf(new Date());
let stand: BillingStand;
let house: OwingServices;

const on = (day: string): void => void (today = Temporal.PlainDate.from(day));
const account = (index: number): number => house.accounts[index] ?? 0;
const call = async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> =>
  ask(stand.app, house.user, endpoint, sent);

const [OWING, PAID, CLOSED, ON_PLAN, NEVER_CHARGED] = [0, 1, 2, 3, 4] as const;

/** Four accounts owe 1,000.00 for April, due on 15 May. */
before(async () => {
  stand = await startBillingStand({ today: () => today });
  house = await makeOwingServices(stand, await stand.newUser(), 5, {
    [CLOSED]: { closedOn: '2026-05-31' },
  });
  await changeBankDetails(stand, house, CONTRACTOR);
  on('2026-04-20');
  for (const nth of [OWING, PAID, CLOSED, ON_PLAN])
    await house.owe(account(nth), 'electricity', '1000.00');
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

const get = async (nth: number, user = house.user) =>
  ask(stand.app, user, getDebtCertificate, { query: { personalAccountId: account(nth) } });

async function textOf(nth: number): Promise<string> {
  const { status, headers, bytes, text } = await get(nth);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'application/pdf');
  const pages = textOfPages(bytes);
  assert.equal(pages.length, 1);
  return (pages[0] ?? '').replaceAll(/\s+/g, ' ');
}

describe('a certificate', { skip: missing('pdftoppm') }, () => {
  test('before the due date says that there is no debt, and what is to be paid', async () => {
    on('2026-05-15');
    const text = await textOf(OWING);
    for (const said of [
      CONTRACTOR.name,
      'Лицевой счёт № ЛС-101: ',
      'плательщик – Орлова А. П.',
      'На 15 мая 2026 г. задолженности нет.',
      'Начислено, срок оплаты не наступил 1 000,00',
      'Всего к оплате 1 000,00',
      'п. 31 «д» Правил',
    ])
      assert.ok(text.includes(said), `${said} is not in ${text}`);
    assert.doesNotMatch(text, /Не оплачен месяц|рассрочк|Пени/);
  });

  test('after it names the debt and its month, and its sum is the balance', async () => {
    on('2026-06-10');
    const text = await textOf(OWING);
    assert.match(text, /На 10 июня 2026 г\. задолженность составляет 1 000,00 ₽\./);
    assert.match(text, /апрель 2026 15\.05\.2026 1 000,00/);
    const params = { personalAccountId: account(OWING) };
    const { body } = await call(getAccountBalance, { params });
    assert.deepEqual([body.principalDebt, body.penaltyDebt], ['1000.00', '0.00']);
  });

  test('follows a payment at once, and states an advance', async () => {
    on('2026-06-10');
    const body = {
      personalAccountId: account(PAID),
      amount: '1200.00',
      paidOn: '2026-06-10',
      source: 'cash',
    } as const;
    const paid = await call(createPayment, { body, idempotencyKey: 'certificate-paid' });
    assert.equal(paid.status, 201, paid.text);
    const text = await textOf(PAID);
    assert.match(text, /задолженности нет\..*Переплата −200,00 Всего к оплате −200,00/);
  });

  test('of a closed account names its last day', async () => {
    on('2026-06-10');
    const text = await textOf(CLOSED);
    assert.match(text, /ЛС-103, закрыт 31 мая 2026 г\.: /);
    assert.match(text, /задолженность составляет 1 000,00/);
  });

  test('names an instalment plan that is kept', async () => {
    on('2026-06-10');
    const body = {
      personalAccountId: account(ON_PLAN),
      periods: ['2026-04'],
      months: 2,
      startsOn: '2026-06-10',
    };
    const made = await call(createInstalment, { body, idempotencyKey: 'certificate-plan' });
    assert.equal(made.status, 201, made.text);
    const text = await textOf(ON_PLAN);
    assert.match(text, /Действует соглашение о рассрочке/);
  });

  test('of an account without any booking says so', async () => {
    on('2026-06-10');
    const text = await textOf(NEVER_CHARGED);
    assert.match(text, /задолженности нет\..*Долг, срок оплаты которого истёк 0,00/);
    assert.match(text, /Начислений по дому ещё не было/);
  });
});

test('it is recorded in the audit log, and no company gets that of another', async () => {
  assert.equal((await get(OWING)).status, 200);
  const query = { organizationId: house.organizationId };
  const { body } = await call(listBillingChanges, { query });
  const entry = body.items.find(({ action }) => action === 'account-balance.certificate-exported');
  assert.deepEqual(
    [entry?.objectType, entry?.objectId],
    ['personal-account', String(account(OWING))],
  );
  assert.equal((await get(OWING, await stand.newUser())).status, 404);
});
