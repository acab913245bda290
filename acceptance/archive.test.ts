// A company archives the first of several years: responses about the remaining months are identical to the byte, requests for
// archived ones are refused by name, and everything can be restored.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { explainCharge, listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { export1c, exportBankDebts, exportLedger } from '@kvartplata/contracts/billing/exports.ts';
import { getHouseReceipts } from '@kvartplata/contracts/billing/receipts.ts';
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import {
  startBillingStand,
  type BillingStand,
} from '@kvartplata/billing-service/src/testing/billing-stand.ts';
import {
  makeAccruingHouse,
  type AccruingHouse,
} from '@kvartplata/billing-service/src/testing/accruing.ts';
import {
  changeBankDetails,
  CONTRACTOR,
} from '@kvartplata/billing-service/src/testing/contractor.ts';
import { assertInOrder } from '@kvartplata/billing-service/src/testing/in-order.ts';
import { untilAllocated } from '@kvartplata/billing-service/src/testing/paying-house.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import type { Ran } from './testing/run-program.ts';
import { runTool } from './testing/run-tool.ts';

const TODAY = moscowDayOf(new Date());
/** The last year that may be archived, and the months from its autumn to the last but one completed month. */
const YEAR = TODAY.subtract({ months: 37 + 11 }).year;
const FIRST = Temporal.PlainYearMonth.from({ year: YEAR, month: 10 });
const MONTHS = Array.from(
  { length: FIRST.until(TODAY.toPlainYearMonth(), { largestUnit: 'months' }).months - 1 },
  (_, index) => FIRST.add({ months: index }),
);
/** How many months are closed: those of that year, and the one after it. */
const CLOSED = 4;
const OLD = `${YEAR}-11`;
const RECENT = TODAY.toPlainYearMonth().subtract({ months: 12 }).toString();
const LAST = TODAY.toPlainYearMonth().subtract({ months: 2 }).toString();

let stand: BillingStand;
let owner: pg.Pool;
let house: AccruingHouse;
let directory: string;
let folder: string;
const cycles = new Map<string, number>();
const charges = new Map<string, readonly number[]>();

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makeAccruingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  directory = mkdtempSync(path.join(tmpdir(), 'archive-'));
  folder = path.join(directory, 'years');
  await bookYears();
});
after(async () => {
  await stand.stop();
  rmSync(directory, { recursive: true });
});

const account = (nth: number): number => house.accounts[nth] ?? 0;

/** Two services, the second of which is contributions for major repairs. Nobody pays in full. */
async function bookYears(): Promise<void> {
  for (const [index, month] of MONTHS.entries()) {
    const period = month.toString();
    const { cycleId, chargeIds } = await house.charge(period, [
      [account(0), `${100 + index}.10`],
      [account(0), '40.00', { houseServiceId: 2 }],
      [account(1), `${200 + index}.05`],
      [account(1), '30.00', { houseServiceId: 2, rateType: 'recalculation' }],
      [account(2), index === 1 ? '-25.00' : '50.00'],
    ]);
    cycles.set(period, cycleId);
    charges.set(period, chargeIds);
    if (index === 0)
      await owner.query(
        `update charged_services set kind = 'major-repairs' where house_service_id = 2`,
      );
    if (index % 5 === 2)
      await house.pay({
        personalAccountId: account(index % 3),
        amount: '333.33',
        paidOn: month.toPlainDate({ day: 28 }).toString(),
      });
    // A charge of the first year is reversed in a later one.
    if (index === 20) {
      const chargeId = charges.get(OLD)?.[2];
      const { status } = await house.ask(reverseCharge, {
        params: { chargeId },
        body: { reason: 'ошибка' },
      });
      assert.equal(status, 200);
      await house.accrue(month.toPlainDate({ day: 20 }).toString());
    }
    if (index >= CLOSED && index < 2 * CLOSED) await close(MONTHS[index - CLOSED]);
  }
  await untilAllocated(owner);
  await house.accrue(TODAY.toString());
}

async function close(month: Temporal.PlainYearMonth | undefined): Promise<void> {
  const cycleId = cycles.get(month?.toString() ?? '');
  const { status, text } = await house.ask(closeCycle, { params: { cycleId } });
  assert.equal(status, 200, text);
}

async function archive(...args: readonly string[]): Promise<Ran> {
  return runTool('archive', args, () => stand.databaseUrl);
}

/** Everything about the last twelve months, and everything about older ones that follows from the ledger alone. */
async function pictureOf(): Promise<readonly string[]> {
  const { houseId, organizationId } = house;
  const lastYear = { periodFrom: RECENT, periodTo: LAST };
  const asked: readonly (readonly [Endpoint, NonNullable<Sent['query']>])[] = [
    [getTurnoverBalance, { houseId, ...lastYear, splitByService: true, withDocuments: true }],
    [getTurnoverBalance, { houseId, period: OLD }],
    [getDebtors, { houseId }],
    [exportLedger, { houseId }],
    [export1c, { houseId, ...lastYear }],
    [exportBankDebts, { houseId }],
    [listCharges, { houseId, period: RECENT }],
    ...[0, 1, 2].flatMap((nth): (readonly [Endpoint, NonNullable<Sent['query']>])[] => [
      [getAccountStatement, { personalAccountId: account(nth), ...lastYear }],
      [getReconciliation, { personalAccountId: account(nth) }],
      [getCourtCalculation, { personalAccountId: account(nth) }],
    ]),
  ];
  const told: string[] = [];
  for (const [endpoint, query] of asked) {
    const { status, text } = await house.ask(endpoint, { query });
    assert.equal(status, 200, `${endpoint.id} ${text}`);
    told.push(`${endpoint.id} ${text}`);
  }
  for (const cycleId of [cycles.get(OLD), cycles.get(RECENT)]) told.push(await sealOf(cycleId));
  told.push(JSON.stringify(await house.accruals(account(1))), String(organizationId));
  const { status, bytes } = await house.ask(getHouseReceipts, { query: { houseId, period: LAST } });
  assert.equal(status, 200);
  // Pages contain the time of their creation, and ids based on it.
  told.push(String(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length));
  return told;
}

/** Without the times of the request and of the verification. */
async function sealOf(cycleId: number | undefined): Promise<string> {
  const { body } = await house.ask(getMonthSeal, { params: { cycleId } });
  return JSON.stringify({ ...body, askedAt: '', verifiedAt: '' });
}

async function chargesOf(period: string): Promise<string> {
  return (await house.ask(listCharges, { query: { houseId: house.houseId, period } })).text;
}

/** What penalties would be accrued now: none, whatever is in the archive. */
async function assertNothingNew(): Promise<void> {
  const { createdAccruals } = await house.accrue(TODAY.toString());
  assert.equal(createdAccruals, 0);
}

test('a year is refused, with the reason, while a month of it is open or within the limitation period', async () => {
  const young = await archive('save', folder, String(TODAY.year - 2));
  assert.equal(young.code, 1);
  assert.match(
    young.stderr,
    /^Not done: \d{4}-12 is \d+ months old: a month is kept until it is 37/,
  );
  await owner.query(
    `insert into billing_cycles (organization_id, year, month) values (4711, ${YEAR}, 5)`,
  );
  const open = await archive('save', folder, String(YEAR));
  assert.equal(open.code, 1);
  assert.equal(
    open.stderr.trim(),
    `Not done: ${YEAR}-05 of organization 4711 is DRAFT, not CLOSED`,
  );
  await owner.query(`delete from billing_cycles where organization_id = 4711`);
});

test('an archive run killed half-way loses nothing, can be continued, and can be restored', async () => {
  const [picture, old] = [await pictureOf(), await chargesOf(OLD)];
  await killedAfterFirstMonth();
  assert.deepEqual(await pictureOf(), picture);
  await assertInOrder(stand.db);

  const again = await archive('save', folder, String(YEAR));
  assert.equal(again.stderr, '');
  assert.match(again.stdout, new RegExp(`^${YEAR}-10: was taken out before$`, 'm'));
  assert.match(
    again.stdout,
    new RegExp(`^${YEAR}-12: 5 charges taken out, of which 2 are also kept$`, 'm'),
  );
  assert.deepEqual(await pictureOf(), picture);
  await assertNothingNew();
  await assertInOrder(stand.db);
  await assertRefused();

  const verified = await archive('verify', folder);
  assert.equal(verified.stderr, '');
  assert.equal(verified.stdout.match(/^✓ /gm)?.length, 3);

  const back = await archive('restore', folder);
  assert.equal(back.stderr, '');
  assert.deepEqual(await pictureOf(), picture);
  assert.equal(await chargesOf(OLD), old);
  await assertNothingNew();
  const { rows } = await owner.query('select from archived_months');
  assert.equal(rows.length, 0);
  await assert.rejects(
    owner.query(`truncate charges_${YEAR}_10`),
    /only grows|refused/,
    'the guards are back',
  );
});

async function killedAfterFirstMonth(): Promise<void> {
  const program = path.resolve(import.meta.dirname, '../tools/archive.ts');
  const child = spawn(process.execPath, [program, 'save', folder, String(YEAR)], {
    env: { PATH: process.env['PATH'], BILLING_DATABASE_URL: stand.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGKILL'));
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');
}

async function assertRefused(): Promise<void> {
  const { houseId, organizationId } = house;
  const [first] = charges.get(OLD) ?? [];
  const asked: readonly (readonly [Endpoint, Sent])[] = [
    [listCharges, { query: { houseId, period: OLD } }],
    [explainCharge, { params: { chargeId: first } }],
    [reverseCharge, { params: { chargeId: first }, body: { reason: 'ошибка' } }],
    [getHouseReceipts, { query: { houseId, period: OLD } }],
    [getTurnoverBalance, { query: { houseId, period: OLD, splitByService: true } }],
    [getAccountStatement, { query: { personalAccountId: account(0) } }],
    [export1c, { query: { houseId, period: OLD } }],
    [listClosingChecks, { params: { cycleId: cycles.get(OLD) } }],
    [reopenCycle, { params: { cycleId: cycles.get(OLD) }, body: { reason: 'ошибка' } }],
    [createCycle, { body: { organizationId, year: YEAR, month: 11 } }],
    [
      createCorrection,
      { body: { houseId, periodFrom: OLD, periodTo: OLD, reason: 'ошибка', dryRun: true } },
    ],
  ];
  for (const [endpoint, sent] of asked) {
    const { status, problem } = await house.ask(endpoint, sent);
    const expected = endpoint === reopenCycle ? 'month-built-upon' : 'month-archived';
    assert.deepEqual([endpoint.id, status, problem.code], [endpoint.id, 409, expected]);
  }
  const { text } = await house.ask(listCharges, { query: { houseId, limit: 1 } });
  assert.match(text, new RegExp(`"period":"${YEAR + 1}-01"`));
}

test('a changed file is detected, and so are entries changed together with the manifest’s checksums', async () => {
  const charged = copyOfArchive('charged');
  const file = path.join(charged, OLD, 'charges.copy.zst');
  const bytes = readFileSync(file);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const found = await archive('verify', charged);
  assert.equal(found.code, 1);
  assert.match(found.stderr, new RegExp(`Not done: ${OLD}/charges.copy.zst`));
  const refused = await archive('restore', charged);
  assert.equal(refused.code, 1);

  const forged = copyOfArchive('forged');
  forgeEntry(forged);
  const seen = await archive('verify', forged);
  assert.equal(seen.code, 1);
  assert.match(
    seen.stderr,
    new RegExp(`${OLD}, organization \\d+, house \\d+: the entries are not those that its chain`),
  );
});

function copyOfArchive(name: string): string {
  const copy = path.join(directory, name);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A forgery by somebody who knows the format: a debt is smaller, and the file's checksums are right. */
function forgeEntry(copy: string): void {
  const file = path.join(copy, OLD, 'ledger_entries.copy.zst');
  const rows = Buffer.from(
    zstdDecompressSync(readFileSync(file)).toString().replace('101.10', '1.10'),
  );
  const bytes = zstdCompressSync(rows);
  writeFileSync(file, bytes);
  const sum = (of: Buffer): string => createHash('sha256').update(of).digest('hex');
  const manifest = JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8')) as {
    months: { month: string; files: Record<string, { sha256: string; sha256OfRows: string }> }[];
  };
  const entries = manifest.months.find(({ month }) => month === OLD)?.files['ledger_entries'];
  assert.ok(entries);
  Object.assign(entries, { sha256: sum(bytes), sha256OfRows: sum(rows) });
  writeFileSync(path.join(copy, 'manifest.json'), JSON.stringify(manifest));
}
