// The page that a receipt's link opens, and residents' disputes, as a browser without scripts sends them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { explainCharge, listCharges } from '@kvartplata/contracts/billing/charges.ts';
import {
  getDispute,
  listDisputes,
  settleDispute,
  type Dispute,
} from '@kvartplata/contracts/billing/disputes.ts';
import { getReceiptProof, type ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { readProof, verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { LightMyRequestResponse } from 'fastify';
import { payerMarkOf, tokenOf } from '../receipt-links/receipt-token.ts';
import { startOwnStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold, untilBillingWaits } from '../../testing/held-tables.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask, calculate, readAll } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
let period: string;
let cycleId: number;

before(async () => {
  stand = await startOwnStand();
  house = await makePayingHouse(stand);
  period = Temporal.Now.plainDateISO('Europe/Moscow')
    .toPlainYearMonth()
    .subtract({ months: 2 })
    .toString();
  const job = await calculate(stand.app, house.user, { houseId: house.houseId }, period);
  cycleId = job.billingCycleId;
});
after(async () => stand.stop());

const TODAY = moscowDayOf(new Date());

/** A separate network for each test, so that tests do not share rate limits. */
let network = 0;

type Asked = { readonly remoteAddress?: string; readonly headers?: Record<string, string> };

function tokenFor(account: number, { month = period, goodUntil = TODAY } = {}): string {
  const { links } = deriveKeys(Buffer.from(stand.environment['JWT_SECRET'] ?? '', 'base64'));
  const { organizationId, houseId } = house;
  const receipt = {
    organizationId,
    houseId,
    personalAccountId: account,
    period: parseBillingMonth(month),
    withdrawals: 0,
    payerMark: payerMarkOf(links, account, ''),
  };
  return tokenOf(links, receipt, goodUntil);
}

async function open(
  token: string,
  { remoteAddress, headers = {} }: Asked = {},
): Promise<LightMyRequestResponse> {
  const from = remoteAddress ?? `203.0.113.${(network += 1)}`;
  return stand.app.inject({ method: 'GET', url: `/r/${token}`, remoteAddress: from, headers });
}

async function object(
  token: string,
  fields: Readonly<Record<string, string>>,
  { remoteAddress, headers = {} }: Asked = {},
): Promise<LightMyRequestResponse> {
  return stand.app.inject({
    method: 'POST',
    url: `/r/${token}/disputes`,
    remoteAddress: remoteAddress ?? `203.0.113.${(network += 1)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

async function disputes(query: Sent['query'] = {}): Promise<readonly Dispute[]> {
  return readAll(stand.app, house.user, listDisputes, { query });
}

async function settle(disputeId: number, answer: unknown): Promise<Answered<typeof settleDispute>> {
  return house.ask(settleDispute, { params: { disputeId }, body: { answer } });
}

/** The visible text. */
function textOf(page: string): string {
  return page
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}

test('the page explains every charge of the month step by step', async () => {
  const [account = 0] = house.accounts;
  const { statusCode, body } = await open(tokenFor(account));
  assert.equal(statusCode, 200);
  const text = textOf(body);
  const charges = await readAll(stand.app, house.user, listCharges, {
    query: { period, personalAccountId: account },
  });
  assert.ok(charges.length > 5);
  for (const { id, serviceName, amount } of charges) {
    const explained = await house.ask(explainCharge, { params: { chargeId: id } });
    assert.ok(text.includes(serviceName), serviceName);
    assert.ok(text.replaceAll(' ', '').includes(`${amount.replace('.', ',')}₽`), amount);
    for (const step of explained.body.steps) {
      assert.ok(text.includes(step.ru), step.ru);
      if (step.article !== null) assert.ok(text.includes(step.article.ru), step.article.ru);
    }
  }
  assert.match(text, /Лицевой счёт LS01/);
  assert.match(text, /предварительный расчёт/);
  assert.doesNotMatch(text, /Соколова/, 'the page names nobody');
});

test('the page runs no scripts, loads nothing, and is not indexed', async () => {
  const { body, headers } = await open(tokenFor(house.accounts[0] ?? 0));
  assert.doesNotMatch(body, /<script|<link|<img|<iframe|\son\w+=|javascript:|https?:/i);
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  assert.deepEqual(
    [
      'content-type',
      'referrer-policy',
      'x-robots-tag',
      'cache-control',
      'x-content-type-options',
    ].map((name) => headers[name]),
    ['text/html; charset=utf-8', 'no-referrer', 'noindex, nofollow', 'no-store', 'nosniff'],
  );
});

test('whatever does not open a receipt gives the same page', async () => {
  const [account = 0, other = 0] = house.accounts;
  const good = tokenFor(account);
  const [ofHouse = '', , ...rest] = good.split('.');
  const missing = await open('nothing');
  assert.equal(missing.statusCode, 404);
  for (const token of [
    tokenFor(account, { goodUntil: TODAY.subtract({ days: 1 }) }),
    tokenFor(account, { month: '2020-01' }),
    tokenFor(987_654),
    [ofHouse, other.toString(36), ...rest].join('.'),
    `${good}x`,
    good.slice(0, -1),
    '%00',
    '..%2f..%2fhealth',
    'x'.repeat(90),
    `${good}/`,
    '',
  ]) {
    const { statusCode, body, headers } = await open(token);
    assert.deepEqual([statusCode, body], [404, missing.body], token.slice(0, 80));
    assert.equal(headers['content-security-policy'], missing.headers['content-security-policy']);
    const said = await object(token, { line: '01', reason: 'нет' });
    assert.deepEqual([said.statusCode, said.body], [404, missing.body], token.slice(0, 80));
  }
  assert.deepEqual(await disputes(), []);
});

test('the address of a form, opened without it, leads to the page', async () => {
  const good = tokenFor(house.accounts[0] ?? 0);
  for (const form of ['disputes', 'readings', 'preferences']) {
    const { statusCode, headers } = await open(`${good}/${form}?lang=en`);
    assert.deepEqual([statusCode, headers.location], [303, `../${good}?lang=en`]);
  }
  const none = await open('nothing');
  for (const token of ['nothing', '%D1%8F', '%00', '%0d%0ax:y', `${good}%D1%8F`])
    for (const form of ['disputes', 'readings', 'preferences']) {
      const { statusCode, body, headers } = await open(`${token}/${form}`);
      assert.deepEqual([statusCode, body, headers.location], [404, none.body, undefined], token);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    }
});

test('a link works with whatever a messenger appends to it', async () => {
  assert.equal((await open(`${tokenFor(house.accounts[0] ?? 0)}?utm_source=mail`)).statusCode, 200);
});

test('an objection waits for the accountant, whose answer is shown on the page', async () => {
  const [, account = 0] = house.accounts;
  const token = tokenFor(account);
  const reason = 'Счётчик <b>стоит</b> с мая!\r\n"Показания" & фото есть.';
  const sent = await object(token, { line: '01', reason }, { headers: { origin: 'null' } });
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `../${token}#line-01`]);
  const { houseId, organizationId } = house;
  const [dispute, ...others] = await disputes({ houseId });
  const found = await disputes({ organizationId, search: dispute?.accountNumber });
  assert.deepEqual(found, [dispute]);
  assert.deepEqual(await disputes({ organizationId, search: 'nobody' }), []);
  assert.deepEqual(others, []);
  const { id, createdAt, amount, ...told } = dispute as Dispute;
  assert.ok(createdAt.endsWith('Z') && Number(amount) > 0);
  assert.deepEqual(told, {
    organizationId: house.organizationId,
    houseId: house.houseId,
    personalAccountId: account,
    accountNumber: 'LS02',
    period,
    lineCode: '01',
    serviceName: 'Холодное водоснабжение',
    reason: 'Счётчик <b>стоит</b> с мая!\n"Показания" & фото есть.',
    status: 'WAITING',
    answer: null,
    settledBy: null,
    settledAt: null,
  });
  const waiting = await open(token);
  assert.match(
    textOf(waiting.body),
    /Счётчик <b>стоит<\/b> с мая! "Показания" & фото есть\. Ждёт ответа/,
  );
  assert.ok(!waiting.body.includes('<b>стоит'));

  const again = await object(token, { line: '01', reason: 'ещё раз' });
  assert.equal(again.statusCode, 409);
  assert.match(textOf(again.body), /уже ждёт ответа/);

  const answer = 'Поверка просрочена: <i>пересчитаем</i> после новой.';
  const settled = await settle(id ?? 0, answer);
  assert.deepEqual(
    [settled.status, settled.body.status, settled.body.answer],
    [200, 'SETTLED', answer],
  );
  assert.ok(textOf((await open(token)).body).includes(answer));
  assert.ok(!(await open(tokenFor(house.accounts[2] ?? 0))).body.includes(answer.slice(0, 20)));
  assert.deepEqual(await disputes(), []);
  assert.deepEqual(
    (await disputes({ status: 'SETTLED' })).map((one) => one.id),
    [id],
  );
  assert.equal((await object(token, { line: '01', reason: 'снова' })).statusCode, 303);
});

test('an objection needs a text, an existing line, and a limited length', async () => {
  const token = tokenFor(house.accounts[3] ?? 0);
  const longest = '🏠'.repeat(1000);
  for (const { fields, status, why } of [
    { fields: { line: '01', reason: '' }, status: 400, why: 'nothing' },
    { fields: { line: '01', reason: ' \n\u0000 ' }, status: 400, why: 'nothing that is seen' },
    { fields: { line: '01', reason: 'я'.repeat(1001) }, status: 400, why: 'too much' },
    { fields: { line: '99', reason: 'нет' }, status: 400, why: 'no such line' },
    { fields: { line: '__proto__', reason: 'нет' }, status: 400, why: 'no line at all' },
    { fields: { reason: 'нет' }, status: 400, why: 'no line' },
    { fields: { line: '01' }, status: 400, why: 'no reason' },
    { fields: { line: '01', reason: longest }, status: 303, why: 'as much as may be said' },
    { fields: { line: '02', reason: 'x'.repeat(40_000) }, status: 413, why: 'far too much' },
  ]) {
    const { statusCode, headers } = await object(token, fields);
    assert.equal(statusCode, status, why);
    if (status !== 303) assert.equal(headers['content-type'], 'text/html; charset=utf-8', why);
  }
  const json = await stand.app.inject({
    method: 'POST',
    url: `/r/${token}/disputes`,
    remoteAddress: '198.51.100.1',
    payload: { line: '02', reason: ['x'] },
  });
  assert.equal(json.statusCode, 400);
});

test('of concurrent objections to a line only one is accepted', async () => {
  const token = tokenFor(house.accounts[4] ?? 0);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => object(token, { line: '01', reason: 'дорого' })),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [303, ...Array.from({ length: 19 }, () => 409)],
  );
});

test('a receipt accepts at most twenty objections', async () => {
  const account = house.accounts[5] ?? 0;
  const token = tokenFor(account);
  for (let nth = 0; nth < 20; nth += 1) {
    assert.equal((await object(token, { line: '02', reason: `раз ${nth}` })).statusCode, 303);
    const waiting = await disputes({ houseId: house.houseId, limit: 200 });
    const mine = waiting.find((one) => one.personalAccountId === account);
    await settle(mine?.id ?? 0, 'верно');
  }
  const refused = await object(token, { line: '02', reason: 'раз 20' });
  assert.equal(refused.statusCode, 409);
  assert.match(textOf(refused.body), /много возражений/);
});

test('requests above the limit are refused, whatever they ask for', async () => {
  const [token, other] = [tokenFor(house.accounts[8] ?? 0), tokenFor(house.accounts[9] ?? 0)];
  const statuses: number[] = [];
  // More than twice the sixty and sixty of a minute, since the minute may end during the test.
  for (let nth = 0; nth < 260; nth += 1) {
    const which = nth % 2 === 0 ? token : `wrong${nth}`;
    statuses.push((await open(which, { remoteAddress: '198.51.100.7' })).statusCode);
  }
  assert.ok(statuses.slice(0, 60).every((status) => status === 200 || status === 404));
  assert.ok(statuses.includes(429), statuses.join());
  assert.equal((await open(other, { remoteAddress: '198.51.100.7' })).statusCode, 200);
});

test('a page whose database session ends is asked for again later', async () => {
  const outside = { pool: stand.owner };
  const release = await hold(outside, 'lock table withdrawn_links in access exclusive mode');
  try {
    const opening = open(tokenFor(house.accounts[7] ?? 0));
    await untilBillingWaits(outside);
    await stand.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'billing-service' and wait_event_type = 'Lock'`,
    );
    const { statusCode, headers, body } = await opening;
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
    assert.match(textOf(body), /Попробуйте ещё раз/);
  } finally {
    await release();
  }
});

test('disputes are visible to their organization only, and answered once', async () => {
  const stranger = await stand.newUser();
  const [dispute] = await disputes();
  const { id: disputeId = 0 } = dispute ?? {};
  const params = { disputeId };
  assert.deepEqual((await house.ask(getDispute, { params })).body, dispute);
  const { houseId, organizationId } = house;
  for (const { operation, ...sent } of [
    { operation: getDispute, params },
    { operation: settleDispute, params, body: { answer: 'чужой' } },
    { operation: listDisputes, query: { houseId } },
    { operation: listDisputes, query: { organizationId } },
    { operation: getDispute, params: { disputeId: 987_654 } },
  ]) {
    const { status } = await ask(stand.app, stranger, operation, sent);
    assert.equal(status, 404, operation.id);
  }
  for (const answer of ['', ' ', 'я'.repeat(1001), 7])
    assert.equal((await settle(disputeId, answer)).status, 400);
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => settle(disputeId, 'верно')),
  );
  const outcomes = answers.map((one) => (one.status === 200 ? 'settled' : one.problem.code));
  assert.deepEqual(outcomes.toSorted(), [
    ...Array.from({ length: 9 }, () => 'already-settled'),
    'settled',
  ]);
});

test('for a closed month it offers the proof, which verifies by itself; before there is none', async () => {
  const [account = 0] = house.accounts;
  const token = tokenFor(account);
  assert.equal((await house.ask(applyCycle, { params: { cycleId } })).status, 200);
  assert.equal((await open(`${token}/proof`)).statusCode, 404);
  assert.ok(!(await open(token)).body.includes('Страница с доказательством'));
  assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
  const offered = (await open(token)).body;
  assert.ok(
    offered.includes('Страница с доказательством') && offered.includes(`href="${token}/proof"`),
  );
  const { statusCode, headers, body } = await open(`${token}/proof`);
  assert.equal(statusCode, 200);
  assert.equal(headers['content-disposition'], 'attachment; filename="proof.json"');
  const proof: unknown = JSON.parse(body);
  assert.equal((await verifyProof(proof)).isGood, true);
  const packed = await open(`${token}/proof.bin`);
  assert.equal(packed.headers['content-disposition'], 'attachment; filename="proof.bin"');
  assert.equal(
    (await verifyProof(await readProof(new Uint8Array(packed.rawPayload)))).isGood,
    true,
  );
  assert.equal((await open('nonsense/proof.bin')).statusCode, 404);
  const query = { personalAccountId: account };
  assert.equal((await house.ask(getReceiptProof, { params: { cycleId }, query })).text, body);
  assert.equal((await open(`${tokenFor(account, { month: '2025-01' })}/proof`)).statusCode, 404);
  assert.equal((await open('nonsense/proof')).statusCode, 404);
  const earlier = JSON.parse((await open(`${token}/proof?since=0`)).body) as ReceiptProof;
  assert.match(earlier.consistency.checkpoint, /^[^\n]+\n0\n/);
  const never = await open(`${token}/proof?since=99`);
  assert.equal(never.statusCode, 404);
  assert.match(never.body, /ещё нет столько печатей/);
  assert.equal((await open(`${token}/proof?since=some`)).statusCode, 400);
});
