// Answers of ГИС ЖКХ: one for each document, later ones replacing earlier ones, and invalid files, each with its own error.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listGisAnswers, readGisAnswer } from '@kvartplata/contracts/billing/gis-answers.ts';
import { exportGisZhkh, listGisPlacements } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import {
  answerFile,
  answerXml,
  guidOf,
  nameServices,
  numberAccount,
} from '../../testing/gis-file.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { transportGuidOf } from './payment-documents.service.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
const PERIOD = '2026-01';

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  for (const id of house.accounts) await numberAccount(stand, house, id);
  await house.charge(
    PERIOD,
    house.accounts.map((id) => [id, '10.10'] as const),
  );
  const { rows } = await owner.query<{ code: string }>(
    'select distinct code from charged_services where organization_id = $1',
    [house.organizationId],
  );
  await nameServices(house, Object.fromEntries(rows.map(({ code }) => [code, 'municipal'])));
});
after(async () => stand.stop());

const of = () => ({ houseId: house.houseId, period: PERIOD });

async function exported(only?: 'refused') {
  return house.ask(exportGisZhkh, {
    query: { ...of(), ...(only === undefined ? {} : { only }) },
  });
}

async function read(xml: string) {
  return house.ask(readGisAnswer, { query: of(), body: answerFile(xml) });
}

function guid(id: number): string {
  return transportGuidOf({ organizationId: house.organizationId, period: `${PERIOD}-01` }, id);
}

test('a refused document is reported with its reason, sent once more alone, and then accepted', async () => {
  const [one = 0, ...others] = house.accounts;
  const early = await read(answerXml([{ guid: guid(one), isRefused: false }]));
  assert.deepEqual([early.status, early.problem.code], [409, 'gis-answer-of-others']);
  const nothing = await exported('refused');
  assert.deepEqual([nothing.status, nothing.problem.code], [409, 'gis-nothing-refused']);
  assert.equal((await exported()).status, 200);
  const told = await read(
    answerXml([
      { guid: guid(one), isRefused: true },
      ...others.map((id) => ({ guid: guid(id), isRefused: false })),
      { guid: guidOf(77), isRefused: false },
    ]),
  );
  assert.equal(told.status, 200, told.text);
  assert.deepEqual([told.body.accepted, told.body.refused], [others.length, 1]);
  assert.deepEqual(told.body.items[0]?.errors, [
    { code: 'INT016041', description: 'Лицевой счёт не найден' },
  ]);
  const again = await exported('refused');
  assert.equal(again.text.split('<PaymentDocument>').length - 1, 1);
  const { body } = await house.ask(listGisPlacements, {
    query: { organizationId: house.organizationId, period: PERIOD },
  });
  const [placed] = body.items;
  assert.deepEqual(
    [placed?.documents, placed?.accepted, placed?.refused],
    [house.accounts.length, others.length, 1],
  );
  const taken = await read(answerXml([{ guid: guid(one), isRefused: false }]));
  assert.deepEqual([taken.body.accepted, taken.body.refused], [house.accounts.length, 0]);
  assert.deepEqual((await house.ask(listGisAnswers, { query: of() })).body, taken.body);
});

test('a file that does not answer these documents is refused with the reason', async () => {
  await exported();
  const right = answerXml([{ guid: guid(house.accounts[0] ?? 0), isRefused: false }]);
  const fault = `<Envelope><Body><Fault><faultstring>Ошибка</faultstring><detail><ErrorCode>EXP001000</ErrorCode></detail></Fault></Body></Envelope>`;
  for (const [xml, status, code] of [
    [right.slice(0, -30), 400, 'gis-answer-unreadable'],
    ['<html><body>Вход</body></html>', 400, 'gis-answer-unreadable'],
    ['<!DOCTYPE html><html></html>', 400, 'gis-answer-unreadable'],
    [right.replace('<getState', '<!DOCTYPE a><getState'), 400, 'gis-answer-unreadable'],
    ['<getStateRequest/>', 400, 'gis-answer-unreadable'],
    ['', 400, 'gis-answer-unreadable'],
    [right.replace('>3</b:RequestState', '>2</b:RequestState'), 409, 'gis-answer-not-ready'],
    [fault, 409, 'gis-request-refused'],
    [answerXml([{ guid: guidOf(5), isRefused: true }]), 409, 'gis-answer-of-others'],
  ] as const) {
    const refused = await read(xml);
    assert.deepEqual([refused.status, refused.problem.code], [status, code], xml.slice(0, 80));
  }
});

for (const { body, why } of [
  { body: '<a/>'.repeat(2_600_000), why: 'millions of elements' },
  {
    body: `<CommonResult>${'<Error/>'.repeat(1_300_000)}</CommonResult>`,
    why: 'millions of errors',
  },
])
  test(`a file of ${why} is refused, and does not block other requests`, async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 10);
    const refused = await read(`<getStateResult>${body}</getStateResult>`);
    clearInterval(turning);
    assert.deepEqual([refused.status, refused.problem.code], [400, 'gis-answer-unreadable']);
    assert.ok(turns > 20, `${turns} turns`);
  });
