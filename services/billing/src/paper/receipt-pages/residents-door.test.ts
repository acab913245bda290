// Today's data behind a receipt's link, and the readings and preferences that residents send through it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  getReceiptLinks,
  withdrawReceiptLinks,
} from '@kvartplata/contracts/billing/receipt-links.ts';
import { Problem } from '@kvartplata/contracts/problem.ts';
import { replaceHouse, getHouse } from '@kvartplata/contracts/core/houses.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { LightMyRequestResponse } from 'fastify';
import { Check } from 'typebox/value';
import { payerMarkOf, tokenOf } from '../receipt-links/receipt-token.ts';
import { codesOf, metersOf, textOf, ungrouped } from '../../testing/door-page.ts';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { calculate, inCore } from '../../testing/test-user.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';

const TODAY = moscowDayOf(new Date());
const FORM = 'application/x-www-form-urlencoded';
const LAST_MONTH = TODAY.toPlainYearMonth().subtract({ months: 1 }).toString();

let stand: OwnStand;
let house: PayingHouse;
let payers: ReadonlyMap<number, string>;
/** A separate network for each test, so that tests do not share rate limits. */
let network = 0;

before(async () => {
  stand = await startOwnStand();
  house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  const params = { houseId: house.houseId };
  const { items } = await inCore(stand, house.user).call(listAccountsOfHouse, { params });
  payers = new Map(items.map(({ id, payer }) => [id, payer]));
  const { billingCycleId } = await calculate(
    stand.app,
    house.user,
    { houseId: house.houseId },
    LAST_MONTH,
  );
  await applyMonth(stand, house.user, billingCycleId);
});
after(async () => stand.stop());

function tokenFor(nth: number, withdrawals = 0): string {
  const { links } = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  const { organizationId, houseId, accounts } = house;
  const personalAccountId = accounts[nth] ?? 0;
  const period = parseBillingMonth(LAST_MONTH);
  const payerMark = payerMarkOf(links, personalAccountId, payers.get(personalAccountId) ?? '');
  const receipt = { organizationId, houseId, personalAccountId, period, withdrawals, payerMark };
  return tokenOf(links, receipt, TODAY);
}

async function open(nth: number, headers: Record<string, string> = {}): Promise<string> {
  const url = `/r/${tokenFor(nth)}`;
  const remoteAddress = `203.0.113.${(network += 1)}`;
  const { body } = await stand.app.inject({ method: 'GET', url, remoteAddress, headers });
  return body;
}

async function give(path: string, payload: string, type?: string): Promise<LightMyRequestResponse> {
  return stand.app.inject({
    method: 'POST',
    url: `/r/${path}`,
    remoteAddress: `203.0.113.${(network += 1)}`,
    headers: { origin: 'null', ...(type === undefined ? {} : { 'content-type': type }) },
    payload,
  });
}

async function post(
  path: string,
  payload: object | Readonly<Record<string, string>>,
  isForm = true,
): Promise<LightMyRequestResponse> {
  if (!isForm) return give(path, JSON.stringify(payload), 'application/json');
  return give(path, new URLSearchParams(payload as Record<string, string>).toString(), FORM);
}

/** What a program reads from the response: the status, the code, and the named fields; refusals have to be problem documents. */
function toldBy(answer: LightMyRequestResponse): string {
  const { statusCode, headers } = answer;
  const { errors = [], ...told } = answer.json<Problem>();
  const type = statusCode === 200 ? 'json' : 'problem+json';
  assert.equal(headers['content-type'], `application/${type}; charset=utf-8`);
  if (statusCode !== 200) assert.ok(Check(Problem, { ...told, errors }));
  return [statusCode, told.code, ...errors.map(({ path }) => path)].join(' ');
}

test('the page shows what is owed, what was paid, and how to pay', async () => {
  const [account = 0] = house.accounts;
  const [principal] = await house.owed(account);
  const page = await open(0);
  const text = textOf(page);
  const shown = (amount: string) => `${amount.replace('.', ',')} ₽`;
  const plain = ungrouped(text);
  assert.ok(plain.includes(`Долг на сегодня ${shown(principal)}`), plain.slice(0, 600));
  assert.match(text, /Оплатить до \d{2}\.\d{2}\.\d{4}/);
  assert.match(text, /За 12 месяцев оплат не было/);
  assert.match(page, /<svg\s+class="qr"\s+role="img"\s+aria-label="QR-код для оплаты: [^"]+"/);
  const [code = ''] = codesOf(page);
  assert.match(code, /^ST00012\|Name=.+\|PersAcc=.+\|Purpose=/);
  assert.doesNotMatch(code, /(?:Last|First|Middle)Name=/, 'the page names nobody');
  await house.pay({
    personalAccountId: account,
    amount: principal,
    paidOn: TODAY.toString(),
    reference: 'door',
    source: 'касса',
  });
  const paid = await open(0);
  const told = ungrouped(textOf(paid));
  assert.match(told, /долга нет/);
  assert.ok(
    told.includes(`${TODAY.toString().split('-').toReversed().join('.')} ${shown(principal)}`),
  );
  assert.doesNotMatch(paid, /<svg/);
});

test('a reading is accepted and shown at once, and a repeated one changes nothing', async () => {
  const token = tokenFor(1);
  const [meter] = metersOf(await open(1));
  assert.ok(meter);
  const value = String(meter.last + 1).replace('.', ',');
  const form = { [meter.field]: `0${value}`, confirmed: 'on' };
  for (const nth of [1, 2]) {
    const sent = await post(`${token}/readings`, form);
    assert.deepEqual(
      [sent.statusCode, sent.headers.location],
      [303, `../${token}#readings`],
      String(nth),
    );
  }
  assert.match(ungrouped(textOf(await open(1))), new RegExp(String.raw`Принято ${value}\b.* от`));
});

test('errors are shown beside the meter, and the typed value is kept', async () => {
  const token = tokenFor(2);
  const [meter] = metersOf(await open(2));
  assert.ok(meter);
  const { field, last } = meter;
  for (const { typed, status, says } of [
    { typed: String(last - 1), status: 409, says: /Меньше прошлого показания/ },
    { typed: 'NaN', status: 400, says: /Нужно число/ },
    { typed: '1e30', status: 400, says: /Нужно число/ },
    { typed: `1${'0'.repeat(30)}`, status: 400, says: /Нужно число/ },
    { typed: '-5', status: 400, says: /Нужно число/ },
    { typed: '1,2345', status: 400, says: /Нужно число/ },
    { typed: '<b>', status: 400, says: /Нужно число/ },
    { typed: '99999999', status: 409, says: /Больше, чем может показать счётчик/ },
    { typed: String(last), status: 409, says: /расход ноль.*Показания верны/ },
  ]) {
    const { statusCode, body } = await post(`${token}/readings`, { [field]: typed });
    assert.equal(statusCode, status, typed);
    assert.match(textOf(body), says, typed);
    const kept = typed.replace('<', '&lt;').replace('>', '&gt;');
    assert.ok(body.includes(`value="${kept}"`), typed);
  }
  assert.equal((await post(`${token}/readings`, {})).statusCode, 400);
  const foreign = metersOf(await open(3))[0]?.field ?? '';
  assert.equal((await post(`${token}/readings`, { [foreign]: '1' })).statusCode, 409);
  assert.equal((await post('nothing/readings', { [field]: '1' })).statusCode, 404);
});

test('programs send and receive JSON', async () => {
  const token = tokenFor(3);
  const [meter] = metersOf(await open(3));
  const meterId = Number(meter?.field.slice('meter-'.length));
  const value = (meter?.last ?? 0) + 1;
  const send = async (readings: unknown, confirmed = true) =>
    toldBy(await post(`${token}/readings`, { readings, confirmed }, false));
  assert.equal(await send([{ meterId, value }]), '200 stored');
  assert.equal(await send([{ meterId, value: String(value) }]), '200 stored');
  assert.equal(
    await send([{ meterId, value: value - 2 }]),
    '409 readings-refused /readings/0/value',
  );
  for (const [readings, paths] of [
    ['x', '/readings'],
    [[], '/readings'],
    [[{}], '/readings/0/meterId /readings/0/value'],
    [[null], '/readings/0'],
    [[{ meterId: -1, value }], '/readings/0/meterId'],
    [[{ meterId, value, takenOn: '2020-01-01' }], '/readings/0/takenOn'],
    [
      [
        { meterId, value },
        { meterId, value },
      ],
      '/readings',
    ],
  ] as const)
    assert.equal(await send(readings), `400 validation-failed ${paths}`, JSON.stringify(readings));
  assert.equal(await send([{ meterId, value: 'one' }]), '400 validation-failed /readings/0/value');
  assert.equal(await send([{ meterId, value: value + 9_000 }], false), '409 readings-odd');
  const refused = await post(`${token}/readings`, { readings: [{ meterId, value: 0 }] }, false);
  const { rows } = refused.json<{ rows: { problem: string }[] }>();
  assert.equal(rows[0]?.problem, 'reading-below-previous');
  assert.equal(toldBy(await post('nothing/readings', { readings: [] }, false)), '404 not-found');
});

test('readings outside the days of the house are refused, with the next days', async () => {
  const params = { houseId: house.houseId };
  const { call } = inCore(stand, house.user);
  const { address } = await call(getHouse, { params });
  const [fromDay, toDay] = [TODAY.subtract({ days: 4 }).day, TODAY.subtract({ days: 3 }).day];
  const set = async (
    readingWindow: { readonly fromDay: number; readonly toDay: number } | null,
  ): Promise<void> => {
    await call(replaceHouse, { params, body: { address, readingWindow } });
  };
  const token = tokenFor(4);
  const [meter] = metersOf(await open(4));
  await set({ fromDay, toDay });
  const refused = await post(`${token}/readings`, { [meter?.field ?? '']: '1' });
  assert.equal(refused.statusCode, 409);
  assert.match(
    textOf(refused.body),
    /Следующий раз – с \d{2}\.\d{2}\.\d{4} по \d{2}\.\d{2}\.\d{4}/,
  );
  await set(null);
});

test('how receipts are sent can be chosen and changed back', async () => {
  const token = tokenFor(5);
  const good = await post(`${token}/preferences`, { email: ' one@example.org ' });
  assert.equal(good.statusCode, 303);
  assert.equal(good.headers.location, `../${token}?saved=preferences#preferences`);
  const page = await open(5);
  assert.ok(page.includes('value="one@example.org"'));
  assert.doesNotMatch(page, /name="wantsPaper"\s+checked/);
  const bad = await post(`${token}/preferences`, { email: '"><script>' });
  assert.equal(bad.statusCode, 400);
  assert.ok(bad.body.includes('value="&quot;&gt;&lt;script&gt;"'));
  const form = { email: '', wantsPaper: 'on' };
  assert.equal((await post(`${token}/preferences`, form)).statusCode, 303);
  const back = await open(5);
  assert.ok(!back.includes('one@example.org'));
  assert.match(back, /name="wantsPaper"\s+checked/);
});

test('what is no form of the page is refused, and leaves everything as it was', async () => {
  const token = tokenFor(4);
  const stored = { email: 'four@example.org', wantsPaper: true };
  assert.equal(toldBy(await post(`${token}/preferences`, stored, false)), '200 stored');
  const part = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n\r\n--x--\r\n';
  for (const [type, payload, status] of [
    ['multipart/form-data; boundary=x', part, 415],
    [undefined, '', 400],
    [FORM, '', 400],
    [FORM, 'wantsPaper=on', 400],
    ['APPLICATION/JSON', 'null', 400],
  ] as const)
    for (const path of ['preferences', 'readings', 'disputes']) {
      const { statusCode, headers } = await give(`${token}/${path}`, payload, type);
      assert.equal(statusCode, status, `${path} ${type} ${payload}`);
      assert.match(String(headers['content-type']), /^(?:text\/html|application\/problem)/);
    }
  const named = await give(`${token}/preferences`, '{"wantsPaper":true}', 'APPLICATION/JSON');
  assert.equal(toldBy(named), '200 stored');
  const page = await open(4);
  assert.ok(page.includes('value="four@example.org"'));
  assert.match(page, /name="wantsPaper"\s+checked/);
});

test('programs set preferences by name and type, and those left out stay', async () => {
  const token = tokenFor(5);
  const choose = async (body: object) =>
    toldBy(await post(`${token}/preferences`, body, false))
      .split(' ', 2)
      .join(' ');
  const shown = async () => {
    const page = await open(5);
    return [page.includes('value="two@example.org"'), /name="wantsPaper"\s+checked/.test(page)];
  };
  assert.equal(await choose({ email: 'two@example.org', wantsPaper: true }), '200 stored');
  for (const body of [
    { email: 5, wantsPaper: true },
    { email: 'two@example.org', wantsPaper: 'yes' },
    { wantsPaper: null },
    { email: 'two@example.org', phone: '1' },
    [],
  ])
    assert.equal(await choose(body), '400 validation-failed', JSON.stringify(body));
  assert.equal(await choose({}), '200 stored');
  assert.deepEqual(await shown(), [true, true]);
  assert.equal(await choose({ wantsPaper: false }), '200 stored');
  assert.deepEqual(await shown(), [true, false]);
  assert.equal(await choose({ email: null }), '200 stored');
  assert.deepEqual(await shown(), [false, false]);
  assert.equal(
    toldBy(await post(`${token}/preferences`, { email: 'nobody' }, false)),
    '400 validation-failed /email',
  );
  const unread = await give(`${token}/preferences`, '{', 'application/json');
  assert.equal(unread.statusCode, 400);
  assert.match(String(unread.headers['content-type']), /^application\/problem\+json/);
});

test('the page is in the language that is asked for', async () => {
  assert.match(await open(0), /<html lang="ru">/);
  const english = await open(0, { 'accept-language': 'en-GB,en;q=0.9,ru;q=0.8' });
  assert.match(english, /<html lang="en">/);
  assert.match(textOf(english), /Meter readings/);
  assert.match(await open(0, { 'accept-language': 'de,ru;q=0.5,en;q=0.3' }), /<html lang="ru">/);
});

test('a house behind one address is not blocked, but each link has its limit', async () => {
  const statuses: number[] = [];
  const ask = async (token: string, remoteAddress: string): Promise<number> =>
    (await stand.app.inject({ method: 'GET', url: `/r/${token}/proof`, remoteAddress })).statusCode;
  for (let nth = 0; nth < 100; nth += 1)
    statuses.push(await ask(tokenFor(nth % 10), '198.51.100.9'));
  assert.ok(!statuses.includes(429));
  // More than twice sixty, since the minute may end during the test.
  for (let nth = 0; nth < 121; nth += 1) statuses.push(await ask(tokenFor(7), '198.51.100.10'));
  assert.ok(statuses.includes(429), 'sixty of a link');
  const wrong: number[] = [];
  for (let nth = 0; nth < 121; nth += 1) wrong.push(await ask(`x${nth}`, '198.51.100.11'));
  assert.equal(wrong[0], 404);
  assert.ok(wrong.includes(429), 'sixty that open nothing');
  assert.notEqual(await ask(tokenFor(8), '198.51.100.11'), 429);
});

test('a program that sends too many requests gets a 429 too', async () => {
  const payload = { readings: [] };
  const sent = {
    method: 'POST',
    url: '/r/x/readings',
    remoteAddress: '198.51.100.12',
    payload,
  } as const;
  const told = new Set<string>();
  for (let nth = 0; nth < 121; nth += 1) {
    const answer = await stand.app.inject(sent);
    told.add(`${toldBy(answer)} ${answer.headers['retry-after'] ?? ''}`);
  }
  assert.deepEqual([...told], ['404 not-found ', '429 too-many-requests 60']);
});

test('withdrawn links open nothing, and later ones do', async () => {
  const params = { personalAccountId: house.accounts[8] ?? 0 };
  const reason = 'Квартиру продали';
  const untouched = await house.ask(getReceiptLinks, { params });
  assert.deepEqual([untouched.body.withdrawals, untouched.body.withdrawnAt], [0, null]);
  const old = tokenFor(8);
  const { body } = await house.ask(withdrawReceiptLinks, { params, body: { reason } });
  assert.deepEqual([body.withdrawals, body.reason], [1, reason]);
  assert.deepEqual((await house.ask(getReceiptLinks, { params })).body, body);
  const missing = await stand.app.inject({ method: 'GET', url: '/r/nothing' });
  for (const path of [old, `${old}/proof`]) {
    const answer = await stand.app.inject({ method: 'GET', url: `/r/${path}` });
    assert.deepEqual([answer.statusCode, answer.body], [404, missing.body]);
  }
  for (const path of ['readings', 'preferences', 'disputes'])
    assert.equal((await post(`${old}/${path}`, { line: '01', reason: 'x' })).statusCode, 404);
  const later = await stand.app.inject({ method: 'GET', url: `/r/${tokenFor(8, 1)}` });
  assert.equal(later.statusCode, 200);
});

test('once the payer is another, an old link shows its month but not the current data', async () => {
  const [account = 0] = house.accounts;
  payers = new Map([...payers, [account, 'Прежний Плательщик']]);
  const text = textOf(await open(0));
  assert.match(text, /у него другой плательщик/);
  assert.doesNotMatch(text, /Показания счётчиков|Долг на сегодня/);
  assert.match(text, /Из чего сложился счёт/);
  const sent = await post(`${tokenFor(0)}/readings`, { 'meter-1': '1' });
  assert.equal(sent.statusCode, 409);
  const body = { readings: [{ meterId: 1, value: '1' }] };
  assert.equal(toldBy(await post(`${tokenFor(0)}/readings`, body, false)), '409 account-ended');
});

test('while core is unavailable the bill is shown, and typed values are kept', async () => {
  const token = tokenFor(6);
  const [meter] = metersOf(await open(6));
  const field = meter?.field ?? '';
  await stand.killCore();
  const { statusCode, headers, body } = await post(`${token}/readings`, { [field]: '777' });
  assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
  assert.match(textOf(body), /Попробуйте позже/);
  assert.ok(body.includes('value="777"'));
  const unheard = await post(`${token}/preferences`, { wantsPaper: true }, false);
  assert.deepEqual(
    [toldBy(unheard), unheard.headers['retry-after']],
    ['503 dependency-unavailable', '5'],
  );
  const page = textOf(await open(6));
  assert.match(page, /сейчас недоступны/);
  assert.match(page, /Из чего сложился счёт/);
  await stand.restartCore();
});
