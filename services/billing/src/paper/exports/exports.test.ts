// Exported files: they agree with the books, name accounts as core does, and contain no formulas except our own totals.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { export1c, exportBankDebts, exportCharges } from '@kvartplata/contracts/billing/exports.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changePayer, ODD_PAYERS } from '../../testing/odd-payers.ts';
import { bookPenalty, makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask, calculate } from '../../testing/test-user.ts';
import { readWorkbook } from '../../testing/workbook.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
let chargeIds: readonly number[];

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  // From the last account to the first, each with both services.
  ({ chargeIds } = await house.charge(
    '2026-01',
    house.accounts
      .toReversed()
      .flatMap((id, nth) => [
        [id, `10${nth}.10`] as const,
        [id, `${nth}.05`, { houseServiceId: 2 }] as const,
      ]),
  ));
  await house.charge('2026-02', [[account(0), '-17.35', { rateType: 'recalculation' }]]);
  await bookPenalty(stand, house, account(1), { period: '2026-02', amount: '1.05' });
  await house.pay({ personalAccountId: account(2), amount: '500', paidOn: '2026-02-03' });
  for (const [nth, payer] of ODD_PAYERS.entries())
    await changePayer(stand.coreUrl, house.user, account(nth), { payer });
});
after(async () => stand.stop());

const account = (nth: number): number => house.accounts[nth] ?? 0;

async function fileOf(file: Endpoint, query: NonNullable<Sent['query']>): Promise<Buffer> {
  const { status, bytes, text } = await house.ask(file, { query });
  assert.equal(status, 200, text.slice(0, 500));
  return bytes;
}

const sumOfCells = (amounts: readonly string[]): string =>
  formatKopecks(sumBy(amounts, (amount) => parseKopecks(amount.replace(',', '.'))));

describe('the charges of a month', () => {
  const charged = async (more = {}): Promise<Buffer> =>
    fileOf(exportCharges, {
      houseId: house.houseId,
      period: '2026-01',
      format: 'xlsx',
      ...more,
    });

  test('are in the order of rooms, add up to the cycle, and end with a formula', async () => {
    const [sheet] = readWorkbook(await charged());
    const rows = (sheet?.rows ?? []).map((row) => row.map(({ value }) => value));
    assert.equal(rows.length, 1 + 20 + 1);
    assert.deepEqual(
      rows.slice(1, -1).map((row) => row[1]?.replace(/.*, /, '')),
      Array.from({ length: 20 }, (_, nth) => `кв. ${Math.floor(nth / 2) + 1}`),
    );
    const { organizationId } = house;
    const { body } = await house.ask(listCycles, { query: { organizationId } });
    const total = body.items.find(({ month }) => month === 1)?.chargesTotal;
    assert.equal(sumOfCells(rows.slice(1, -1).map((row) => row[9] ?? '')), total);
    const last = sheet?.rows.at(-1)?.find(({ formula }) => formula !== undefined);
    assert.deepEqual([last?.formula, last?.value], ['SUM(J2:J21)', total]);
    const formulas = (sheet?.rows ?? []).flat().filter(({ formula }) => formula !== undefined);
    assert.equal(formulas.length, 1);
  });

  test('have odd payer names as text cells', async () => {
    const [sheet] = readWorkbook(await charged());
    const payers = (sheet?.rows ?? []).slice(1, -1).map((row) => row[2]);
    assert.ok(payers.every((cell) => cell?.isText));
    assert.deepEqual(
      ODD_PAYERS.map((_, nth) => payers[nth * 2]?.value),
      ODD_PAYERS.map((payer) => (/^[=+\-@]/.test(payer) ? `'${payer}` : payer)),
    );
  });

  test('say in words how each is charged, as the page does', async () => {
    const wayOf = async (period: string): Promise<ReadonlySet<string | undefined>> => {
      const [sheet] = readWorkbook(await charged({ period }));
      return new Set((sheet?.rows ?? []).slice(1, -1).map((row) => row[5]?.value));
    };
    assert.deepEqual(await wayOf('2026-01'), new Set(['по площади']));
    assert.deepEqual(await wayOf('2026-02'), new Set(['перерасчёт']));
  });

  test('may be those of a job, including drafts', async () => {
    const { houseId } = house;
    const job = await calculate(stand.app, house.user, { houseId }, '2026-10');
    const rowsOfOctober = async (more = {}): Promise<number> =>
      readWorkbook(await charged({ period: '2026-10', ...more }))[0]?.rows.length ?? 0;
    assert.equal(await rowsOfOctober({ jobId: job.id }), job.createdCharges + 2);
    assert.equal(await rowsOfOctober({ job: job.id }), job.createdCharges + 2);
    assert.equal(await rowsOfOctober({ job: job.id, jobId: job.id }), job.createdCharges + 2);
    assert.equal(await rowsOfOctober(), job.createdCharges + 2);
    const two = { houseId, period: '2026-10', job: job.id, jobId: job.id + 1 };
    const refused = await house.ask(exportCharges, { query: two });
    assert.deepEqual([refused.status, refused.problem.errors?.[0]?.path], [400, '/job']);
    const none = readWorkbook(await charged({ job: job.id }))[0];
    assert.deepEqual(
      none?.rows.slice(1).map((row) => row.map(({ value }) => value)),
      [['Итого', '0.00']],
    );
  });

  test('show which were reversed', async () => {
    const params = { chargeId: chargeIds[0] };
    await house.ask(reverseCharge, { params, body: { reason: 'ошибка' } });
    const [sheet] = readWorkbook(await charged());
    const states = (sheet?.rows ?? []).slice(1, -1).map((row) => row[10]?.value);
    assert.deepEqual(
      states.filter((state) => state !== 'проведено'),
      ['сторнировано'],
    );
  });
});

describe('the turnovers for 1C', () => {
  test('are by month, account and service, and sum to the turnover of each month', async () => {
    const { houseId } = house;
    const year = { houseId, periodFrom: '2026-01', periodTo: '2026-12' };
    const [header, ...rows] = (await rowsOf(await fileOf(export1c, year))).map(
      ({ cells }) => cells,
    );
    assert.deepEqual(header, ['Период', 'Лицевой счёт', 'Услуга', 'Сумма']);
    const given = rows.find(([period]) => period === '2026-02');
    assert.deepEqual(given, ['2026-02', 'LS', rows[0]?.[2], '-17,35']);
    for (const month of ['2026-01', '2026-02', '2026-11']) {
      const query = { houseId, period: month };
      const { totals } = (await house.ask(getTurnoverBalance, { query })).body;
      const ofMonth = rows.filter(([period]) => period === month).map((row) => row[3] ?? '');
      assert.equal(
        parseKopecks(sumOfCells(ofMonth)),
        parseKopecks(totals.charged) +
          parseKopecks(totals.recalculated) -
          parseKopecks(totals.storno),
      );
    }
    // A reversal belongs to the month of the charge.
    assert.equal(rows.filter(([period]) => period === '2026-11').length, 0);
  });

  test('of an organization are those of its houses', async () => {
    const { houseId, organizationId } = house;
    const [ofHouse, ofOrganization] = await Promise.all(
      [{ houseId }, { organizationId }].map(async (place) =>
        fileOf(export1c, { ...place, period: '2026-01' }),
      ),
    );
    assert.deepEqual(ofHouse, ofOrganization);
  });
});

describe('the debts for a bank', () => {
  test('are the balances of those who owe, and every name is harmless', async () => {
    const file = await fileOf(exportBankDebts, { houseId: house.houseId });
    const [header, ...rows] = (await rowsOf(file)).map(({ cells }) => cells);
    assert.deepEqual(header?.slice(3), ['Долг', 'Пени', 'К оплате']);
    assert.equal(rows.length, 9);
    assert.deepEqual(
      rows.map(([number]) => number),
      ['LS01', 'LS02', 'LS04', 'LS05', 'LS06', 'LS07', 'LS08', 'LS09', 'LS10'],
    );
    const owed = await house.owed(account(1));
    assert.deepEqual(
      rows[1]?.slice(3, 5),
      owed.map((roubles) => roubles.replace('.', ',')),
    );
    // The third account owes nothing.
    assert.deepEqual(
      rows.slice(0, ODD_PAYERS.length - 1).map((row) => row[1]),
      ODD_PAYERS.toSpliced(2, 1),
    );
    const text = file.toString();
    assert.equal(text[0], '\uFEFF');
    for (const cell of text.slice(1).split(/;|\r\n/))
      assert.ok(!/^"?[=+@]/.test(cell) && !/^"?-(?![\d,]+$)/.test(cell), cell);
  });
});

test('the audit log names every file', async () => {
  const { rows } = await owner.query<{ action: string; object_type: string }>(
    `select distinct action, object_type from audit_log
     where organization_id = $1 and action like '%-exported' order by action, object_type`,
    [house.organizationId],
  );
  assert.deepEqual(
    rows.map((row) => `${row.action} ${row.object_type}`),
    [
      'account-balance.bank-debts-exported house',
      'charge.charges-exported house',
      'turnover.months-exported house',
      'turnover.months-exported organization',
    ],
  );
});

for (const { file, query, status, why } of [
  { file: exportCharges, query: { houseId: 1 }, status: 400, why: 'no month' },
  { file: exportCharges, query: { period: '2026-01' }, status: 400, why: 'no house' },
  {
    file: exportCharges,
    query: { houseId: 1, period: '2026-01', format: 'csv' },
    status: 400,
    why: 'no workbook',
  },
  { file: export1c, query: { period: '2026-01' }, status: 400, why: 'no place' },
  { file: exportBankDebts, query: {}, status: 400, why: 'no place' },
  {
    file: exportBankDebts,
    query: { organizationId: 987_654 },
    status: 404,
    why: 'no such organization',
  },
])
  test(`${file.path} is refused: ${why}`, async () => {
    assert.equal((await house.ask(file, { query })).status, status);
  });

test('another company’s are a 404', async () => {
  const stranger = await stand.newUser();
  const { houseId, organizationId } = house;
  for (const { file, query } of [
    { file: exportCharges, query: { houseId, period: '2026-01' } },
    { file: export1c, query: { houseId, period: '2026-01' } },
    { file: exportBankDebts, query: { organizationId } },
  ]) {
    const { status, problem } = await ask(stand.app, stranger, file, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found'], file.id);
  }
});
