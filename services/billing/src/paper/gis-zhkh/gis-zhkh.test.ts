// Payment documents for ГИС ЖКХ: with random books the lines of each add up to its total, the totals agree with the ledger, and
// the file is valid by our grammar and, where available, by the public schema.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  exportGisZhkh,
  listGisPlacements,
  listGisServices,
  replaceGisServices,
  type GisService,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import {
  getPayeesReport,
  type PayeeTurnover,
} from '@kvartplata/contracts/billing/payee-reports.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy, sumOf } from '@kvartplata/domain/money/sums.ts';
import { readXmlTree } from '@kvartplata/platform/xml/xml-tree.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import {
  allIn,
  assertValid,
  documentsIn,
  guidOf,
  nameServices,
  numberAccount,
  textOf,
} from '../../testing/gis-file.ts';
import { hold } from '../../testing/held-tables.ts';
import { writePayee } from '../../testing/paid-payees.ts';
import { makePayingHouse, untilAllocated, type PayingHouse } from '../../testing/paying-house.ts';
import { bookRandomly, history, MONTHS } from '../../testing/random-books.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { calculate } from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => stand.stop());

/** The list for what concerns no service, and for each charged service the one that its kind suggests. */
async function listsOf({
  organizationId,
}: PayingHouse): Promise<Record<string, GisService['list']>> {
  const { rows } = await owner.query<{ code: string; kind: string }>(
    'select distinct code, kind from charged_services where organization_id = $1',
    [organizationId],
  );
  const lists: Record<string, GisService['list']> = {
    penalties: 'costs',
    'court-fees': 'costs',
    'no-service': 'additional',
  };
  for (const { code, kind } of rows) {
    const isNeeds = code.endsWith('-odn');
    lists[code] = isNeeds ? 'resource' : kind === 'housing' ? 'housing' : 'municipal';
    // Random books have no components, and number lines in sequence.
    lists[`${code}/heat`] = lists[code];
  }
  return lists;
}

async function readyHouse(): Promise<PayingHouse> {
  const house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  for (const id of house.accounts) await numberAccount(stand, house, id);
  return house;
}

async function fileOf(house: PayingHouse, period: string) {
  return house.ask(exportGisZhkh, { query: { houseId: house.houseId, period } });
}

/** What was booked in the month by the report of payees, without payments. */
function movedOf({ name, opening, paid, closing }: PayeeTurnover): {
  readonly name: string;
  readonly amount: bigint;
} {
  const sum = ({ principal, penalty }: PayeeTurnover['opening']): bigint =>
    parseKopecks(principal) + parseKopecks(penalty);
  return { name, amount: sum(closing) - sum(opening) + parseKopecks(paid) };
}

/** The amounts due in a file's documents, by bank account. */
function payablesIn(file: Buffer): ReadonlyMap<string, bigint> {
  const request = readXmlTree(file.toString());
  const accountOf = new Map(
    request.children
      .filter(({ name }) => name === 'PaymentInformation')
      .map((details) => [
        textOf(details, 'TransportGUID'),
        textOf(details, 'operatingAccountNumber') ?? '',
      ]),
  );
  const sums = new Map<string, bigint>();
  const add = (key: string | undefined, amount: string | undefined): void => {
    const account = accountOf.get(key) ?? '';
    sums.set(account, (sums.get(account) ?? 0n) + parseKopecks(amount ?? '0'));
  };
  for (const document of documentsIn(file)) {
    const details = allIn(document, 'DetailsPaymentInformation');
    for (const part of details)
      add(textOf(part, 'PaymentInformationKey'), textOf(part, 'TotalPayableByPaymentInformation'));
    if (details.length === 0)
      add(textOf(document, 'PaymentInformationKey'), textOf(document, 'TotalPayableByPD'));
  }
  return sums;
}

/** What the ledger has for an account and month: the debt before it, what was booked, and what was paid. */
function foretold(entries: readonly LedgerEntry[], month: string) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isPayment = ({ transactionType, referenceId }: LedgerEntry): boolean => {
    const undone = byId.get(Number(referenceId.replace('storno:', '')));
    return (transactionType === 'STORNO' ? undone?.transactionType : transactionType) === 'PAYMENT';
  };
  const sum = (keeps: (entry: LedgerEntry) => boolean): bigint =>
    sumBy(entries.filter(keeps), ({ debit, credit }) => parseKopecks(debit) - parseKopecks(credit));
  return {
    before: sum(({ period }) => period < month),
    booked: sum((entry) => entry.period === month && !isPayment(entry)),
    paid: -sum((entry) => entry.period === month && isPayment(entry)),
  };
}

describe('documents', { skip: missing('xmllint') }, () => {
  test('of several payees add up to the turnover of each, to the kopeck', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (told) => {
        const house = await readyHouse();
        const names = ['Фонд капитального ремонта', 'Водоканал'];
        const payees = new Map<string, number>();
        for (const [nth, name] of names.entries())
          payees.set(
            name,
            await writePayee(owner, house, {
              houseServiceId: nth + 2,
              name,
              settlementAccount: `4070381023800000000${nth + 1}`,
              ...(nth === 0 ? { since: '2026-02-01' } : {}),
            }),
          );
        await bookRandomly(house, stand, told);
        await untilAllocated(owner);
        await nameServices(house, await listsOf(house));
        for (const period of told.isDraft ? MONTHS.slice(0, -1) : MONTHS) {
          const answer = await fileOf(house, period);
          if (answer.status === 409 && answer.problem.code === 'nothing-charged') continue;
          assert.equal(answer.status, 200, answer.text.slice(0, 2000));
          assertValid(answer.bytes);
          const { body } = await house.ask(getPayeesReport, {
            query: { houseId: house.houseId, periodFrom: period, periodTo: period },
          });
          const moved = body.items.filter(({ kind }) => kind !== 'advance').map(movedOf);
          const whole = sumBy(documentsIn(answer.bytes), (document) =>
            parseKopecks(textOf(document, 'TotalPayableByPD') ?? ''),
          );
          assert.equal(
            sumBy(moved, ({ amount }) => amount),
            whole,
          );
          const asked = payablesIn(answer.bytes);
          for (const { settlementAccount, amount } of moved.map(({ name, amount: booked }) => ({
            settlementAccount:
              names.indexOf(name) === -1
                ? CONTRACTOR.bankDetails.settlementAccount
                : `4070381023800000000${names.indexOf(name) + 1}`,
            amount: booked,
          })))
            assert.equal(asked.get(settlementAccount) ?? 0n, amount, settlementAccount);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('of random books match the ledger, and their lines add up to the total', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (told) => {
        const house = await readyHouse();
        await bookRandomly(house, stand, told);
        await untilAllocated(owner);
        await nameServices(house, await listsOf(house));
        const entriesOf = new Map<string, readonly LedgerEntry[]>();
        for (const id of house.accounts) entriesOf.set(guidOf(id), await house.entries(id));
        for (const period of told.isDraft ? MONTHS.slice(0, -1) : MONTHS) {
          const answer = await fileOf(house, period);
          // A month of the history without charges.
          if (answer.status === 409 && answer.problem.code === 'nothing-charged') continue;
          assert.equal(answer.status, 200, answer.text.slice(0, 2000));
          assertValid(answer.bytes);
          for (const document of documentsIn(answer.bytes)) {
            const money = (name: string): bigint => parseKopecks(textOf(document, name) ?? '');
            const entries = entriesOf.get(textOf(document, 'AccountGuid') ?? '') ?? [];
            const lines = allIn(document, 'TotalPayable').map(({ text }) => parseKopecks(text));
            const due = foretold(entries, period);
            assert.equal(sumOf(lines), money('TotalPayableByPD'));
            assert.equal(money('TotalPayableByPD'), due.booked);
            assert.equal(money('PaidCash'), due.paid);
            assert.equal(money('DebtPreviousPeriods') - money('AdvanceBllingPeriod'), due.before);
            assert.equal(
              money('TotalPayableByPDWithDebtAndAdvance'),
              due.before + due.booked - due.paid,
            );
          }
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('of a computed month have volumes and tariffs, and are the same when exported again', async () => {
    const house = await readyHouse();
    const month = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
    const period = month.subtract({ months: 3 }).toString();
    const { billingCycleId } = await calculate(
      stand.app,
      house.user,
      { houseId: house.houseId },
      period,
    );
    await nameServices(house, await listsOf(house));
    const draft = await fileOf(house, period);
    assert.deepEqual([draft.status, draft.problem.code], [409, 'months-not-applied']);
    const ofMonth = { query: { organizationId: house.organizationId, period } };
    assert.deepEqual((await house.ask(listGisPlacements, ofMonth)).body.items, []);
    await applyMonth(stand, house.user, billingCycleId);
    const [waiting] = (await house.ask(listGisPlacements, ofMonth)).body.items;
    assert.deepEqual([waiting?.houseId, waiting?.exportedAt], [house.houseId, null]);
    const { bytes, headers } = await fileOf(house, period);
    assert.match(headers.get('content-type') ?? '', /^application\/xml/);
    assertValid(bytes);
    const documents = documentsIn(bytes);
    assert.equal(documents.length, house.accounts.length);
    const [first] = documents;
    assert.ok(first !== undefined);
    assert.match(textOf(first, 'PaymentDocumentNumber') ?? '', /^\d{6}-\d+$/);
    assert.ok(allIn(first, 'Volume').length > 0);
    assert.deepEqual((await fileOf(house, period)).bytes, bytes);
    const { body: placed } = await house.ask(listGisPlacements, ofMonth);
    assert.equal(placed.dueOn, month.subtract({ months: 2 }).toPlainDate({ day: 5 }).toString());
    assert.equal(placed.items[0]?.documents, documents.length);
  });

  test('with errors fail our description of the format', async () => {
    const house = await readyHouse();
    await house.charge('2026-01', [[house.accounts[0] ?? 0, '10.10']]);
    await nameServices(house, await listsOf(house));
    const { text } = await fileOf(house, '2026-01');
    assertValid(text);
    for (const [right, wrong] of [
      ['<Rate>', '<Rate>x'],
      ['10.10</TotalPayableByPD>', '10.101</TotalPayableByPD>'],
      ['<ChargeInfo>', '<ChargeInfo><Insurance/>'],
    ] as const) {
      assert.ok(text.includes(right), right);
      assert.throws(() => assertValid(text.replace(right, wrong)), /Relax-NG|fails to validate/);
    }
  });
});

test('accounts without numbers and services without entries are all listed, and nothing is stored', async () => {
  const house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  const [one = 0, other = 0] = house.accounts;
  await numberAccount(stand, house, one);
  await house.charge('2026-01', [
    [one, '10.10'],
    [other, '20.20', { houseServiceId: 2 }],
  ]);
  const refused = await fileOf(house, '2026-01');
  assert.deepEqual([refused.status, refused.problem.code], [409, 'gis-facts-missing']);
  const paths = (refused.problem.errors ?? []).map(({ path }) => path);
  assert.equal(paths.filter((path) => path.startsWith('/gisServices/')).length, 2);
  const fields = paths
    .filter((path) => path.startsWith('/personalAccounts/'))
    .map((path) => path.split('/').at(-1));
  assert.deepEqual(fields, ['gisAccountNumber', 'gisServiceId', 'gisAccountGuid']);
  const { body } = await house.ask(listGisPlacements, {
    query: { organizationId: house.organizationId, period: '2026-01' },
  });
  assert.equal(body.items[0]?.exportedAt, null);
});

test('what is reversed while the file is made waits for the next one', async () => {
  const house = await readyHouse();
  const [one = 0, other = 0] = house.accounts;
  const { chargeIds } = await house.charge('2026-01', [
    [one, '10.10'],
    [other, '20.20'],
  ]);
  await nameServices(house, await listsOf(house));
  const earlier = await fileOf(house, '2026-01');
  assert.equal(earlier.status, 200, earlier.text.slice(0, 500));
  // Read right after the figures of the receipts.
  const release = await hold(
    { pool: owner },
    'lock table withdrawn_links in access exclusive mode',
  );
  const asked = fileOf(house, '2026-01');
  await until('the export waits', async () => {
    const { rows } = await owner.query(
      `select from pg_locks where not granted and relation = 'withdrawn_links'::regclass
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  });
  const params = { chargeId: chargeIds[0] };
  const reversed = await house.ask(reverseCharge, { params, body: { reason: 'ошибка' } });
  await release();
  assert.equal(reversed.status, 200, reversed.text);
  const { status, bytes, text } = await asked;
  assert.equal(status, 200, text.slice(0, 500));
  assert.deepEqual(bytes, earlier.bytes);
});

test('an account that is charged for common-house needs alone has them within an upkeep of zero', async () => {
  const house = await readyHouse();
  const [resident = 0, former = 0] = house.accounts;
  const { rows } = await owner.query<{ code: string; id: number }>(
    'select code, house_service_id::integer as id from charged_services where organization_id = $1',
    [house.organizationId],
  );
  const idOf = (code: string): number => rows.find((row) => row.code === code)?.id ?? 0;
  const needs = { houseServiceId: idOf('cold-water-odn') };
  await house.charge('2026-01', [
    [resident, '683.60', { houseServiceId: idOf('upkeep') }],
    [resident, '15.98', needs],
    [former, '1.25', needs],
  ]);
  await nameServices(house, { 'cold-water-odn': 'resource' });
  const { problem } = await fileOf(house, '2026-01');
  assert.deepEqual(
    (problem.errors ?? []).map(({ path }) => path),
    ['/gisServices/upkeep', '/gisServices/cold-water-odn'],
  );
  await nameServices(house, await listsOf(house));
  const answer = await fileOf(house, '2026-01');
  assert.equal(answer.status, 200, answer.text);
  if (missing('xmllint') === false) assertValid(answer.bytes);
  assert.deepEqual(
    documentsIn(answer.bytes).map((document) => [
      textOf(document, 'TotalPayableByPD'),
      allIn(document, 'TotalPayable').map(({ text }) => text),
    ]),
    [
      ['699.58', ['683.60', '15.98']],
      ['1.25', ['0.00', '1.25']],
    ],
  );
});

test('entries of services are replaced as a whole, each subject once', async () => {
  const house = await makePayingHouse(stand);
  await nameServices(house, { penalties: 'costs', 'no-service': 'additional' });
  const query = { organizationId: house.organizationId };
  const { body } = await house.ask(listGisServices, { query });
  assert.deepEqual(
    body.items.map(({ subject, list }) => [subject, list]),
    [
      ['no-service', 'additional'],
      ['penalties', 'costs'],
    ],
  );
  const [item] = body.items;
  const twice = await house.ask(replaceGisServices, { query, body: { items: [item, item] } });
  assert.deepEqual([twice.status, twice.problem.errors?.[0]?.path], [400, '/items/1/subject']);
});
