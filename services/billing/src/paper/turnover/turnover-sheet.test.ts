// The turnover as a workbook: an independent reader finds the figures of the JSON, formulas only in totals and control, and names
// stored as text whatever they look like.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { bookPenalty, makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { changePayer, ODD_PAYERS } from '../../testing/odd-payers.ts';
import { askOnce } from '../../testing/test-user.ts';
import { readWorkbook, type SheetCell } from '../../testing/workbook.ts';

let stand: OwnStand;
let owner: pg.Pool;
let house: PayingHouse;

before(async () => {
  stand = await startOwnStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  await house.charge(
    '2026-01',
    house.accounts.map((id, nth) => [id, `10${nth}.1${nth}`]),
  );
  await house.charge('2026-02', [
    [account(0), '-150.00', { rateType: 'recalculation' }],
    [account(1), '30.05', { houseServiceId: 2 }],
  ]);
  await bookPenalty(stand, house, account(2), { period: '2026-02', amount: '1.05' });
  for (const [nth, payer] of ODD_PAYERS.entries())
    await changePayer(stand.coreUrl, house.user, account(nth), { payer });
});
after(async () => stand.stop());

const account = (nth: number): number => house.accounts[nth] ?? 0;

async function turnoverOf(more = {}): Promise<Answered<typeof getTurnoverBalance>> {
  const months = { periodFrom: '2026-01', periodTo: '2026-02' };
  return askOnce(stand.app, house.user, getTurnoverBalance, {
    query: { houseId: house.houseId, ...months, ...more },
  });
}

async function workbookOf(more = {}): Promise<ReturnType<typeof readWorkbook>> {
  const { status, headers, bytes } = await turnoverOf({ format: 'xlsx', ...more });
  assert.equal(status, 200);
  assert.equal(
    headers.get('content-disposition'),
    'attachment; filename="osv-2026-01-2026-02-sadovaya-12.xlsx"',
  );
  assert.equal(Number(headers.get('content-length')), bytes.length);
  return readWorkbook(bytes);
}

const columnOf = ({ at }: SheetCell): string => at.replace(/\d+$/, '');

test('its rows are those of the JSON, and its totals are their sums', async () => {
  const { body } = await turnoverOf();
  const [sheet] = await workbookOf();
  assert.deepEqual(sheet?.name, 'Ведомость');
  const [header, ...rows] = sheet?.rows ?? [];
  const totals = rows.pop();
  assert.equal(header?.length, 15);
  assert.deepEqual(
    rows.map((row) => [row[0]?.value, ...row.slice(3).map(({ value }) => value)]),
    body.accounts.map((row) => [
      row.accountNumber,
      row.opening.principal,
      row.opening.penalty,
      row.charged,
      row.recalculated,
      row.penaltyRecalculated,
      row.penaltyAccrued,
      row.paid,
      row.penaltyPaid,
      row.storno,
      row.penaltyStorno,
      row.closing.principal,
      row.closing.penalty,
    ]),
  );
  const figures = (totals ?? []).filter(({ isText }) => !isText);
  assert.deepEqual(
    figures.map(({ formula }) => formula),
    figures.map((cell) => `SUM(${columnOf(cell)}2:${columnOf(cell)}${rows.length + 1})`),
  );
  assert.deepEqual(
    figures.slice(2, 6).map(({ value }) => value),
    [
      body.totals.charged,
      body.totals.recalculated,
      body.totals.penaltyRecalculated,
      body.totals.penaltyAccrued,
    ],
  );
});

test('the control sheet computes from the totals, and both of its controls are zero', async () => {
  const [, control] = await workbookOf();
  const byPlace = new Map((control?.rows ?? []).flat().map((cell) => [cell.at, cell]));
  assert.deepEqual(byPlace.get('B2')?.formula, "'Ведомость'!D12");
  assert.deepEqual(byPlace.get('B8')?.formula, 'B2+B3+B4-B5-B6-B7');
  for (const place of ['B8', 'C8', 'B10', 'C10'])
    assert.equal(Number(byPlace.get(place)?.value), 0, place);
  const value = (place: string): number => Math.round(Number(byPlace.get(place)?.value ?? 0) * 100);
  for (const column of ['B', 'C'])
    assert.equal(
      ['2', '3', '4'].reduce((sum, line) => sum + value(column + line), 0) -
        ['5', '6', '7'].reduce((sum, line) => sum + value(column + line), 0),
      0,
    );
  assert.equal(value('B9'), value('B7'));
});

test('no other cell is a formula, and odd names are text cells', async () => {
  const [sheet, control] = await workbookOf();
  const formulas = (sheet?.rows ?? []).flat().filter(({ formula }) => formula !== undefined);
  assert.deepEqual([...new Set(formulas.map(({ at }) => /\d+$/.exec(at)?.[0]))], ['12']);
  assert.ok((control?.rows ?? []).flat().some(({ formula }) => formula !== undefined));
  const payers = (sheet?.rows ?? []).slice(1, -1).map((row) => row[2]);
  assert.deepEqual(
    payers.slice(0, ODD_PAYERS.length).map((cell) => cell?.value),
    ODD_PAYERS.map((payer) => (/^[=+\-@]/.test(payer) ? `'${payer}` : payer)),
  );
  assert.ok(payers.every((cell) => cell?.isText));
});

test('services are columns of their own', async () => {
  const { body } = await turnoverOf({ splitByService: true });
  const names = body.totals.services?.map(({ serviceName }) => serviceName) ?? [];
  assert.equal(names.length, 2);
  const [sheet] = await workbookOf({ splitByService: true });
  assert.deepEqual(
    sheet?.rows[0]?.slice(15).map(({ value }) => value),
    names.flatMap((name) => [`${name}, начислено`, `${name}, перерасчёт`, `${name}, сторно`]),
  );
  const second = sheet?.rows[2]?.slice(15).map(({ value }) => value);
  assert.deepEqual(second, ['101.11', '0.00', '0.00', '30.05', '0.00', '0.00']);
});

test('the audit log records the workbook, but not the JSON report', async () => {
  const { rowCount: earlier } = await exports();
  await turnoverOf();
  await workbookOf();
  const { rowCount, rows } = await exports();
  assert.equal(rowCount, (earlier ?? 0) + 1);
  assert.deepEqual(rows.at(-1)?.after, {
    format: 'xlsx',
    periodFrom: '2026-01',
    periodTo: '2026-02',
  });
});

test('without core it is refused, with no partial file, and nothing in the audit log', async () => {
  const { rowCount: earlier } = await exports();
  await stand.killCore();
  const { status, headers, text } = await turnoverOf({ format: 'xlsx' });
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('content-disposition')],
    [503, 'application/problem+json; charset=utf-8', null],
    text,
  );
  assert.equal((await exports()).rowCount, earlier);
});

async function exports() {
  return owner.query<{ after: object }>(
    `select after from audit_log where action = 'turnover.sheet-exported' and object_id = $1 order by id`,
    [String(house.houseId)],
  );
}
