// `npm run demo [-- --exit]`: a made-up company bills its house for a year, and every sum is checked against the ledger.
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { createApi, type Api } from './demo/api.ts';
import {
  billMonth,
  DEMO_USER,
  findOrCreateOrganization,
  readBooks,
  seedHouse,
  signIn,
  type SeededHouse,
  cycleOf,
  type Books,
} from './demo/bill-a-year.ts';
import { auditTable, showColleagues, type Outcome } from './demo/colleagues.ts';
import { importBankRegistry, letMostPay } from './demo/bank-registry.ts';
import { chargesTable, checkBooks, joinBooks } from './demo/books.ts';
import { showClosingChecks } from './demo/closing-checks.ts';
import { correctUpkeep, explainedCharge, mistypedTable, whatIfTable } from './demo/second-look.ts';
import { showReports } from './demo/house-reports.ts';
import { importAHouse } from './demo/import-a-house.ts';
import { showRareFacts } from './demo/rare-facts.ts';
import { proveReceipt } from './demo/proofs.ts';
import { issueReceipts } from './demo/receipts.ts';
import { foundTable, sheetTable, tryRegistry } from './demo/registry.ts';
import { showPenalties } from './demo/penalties.ts';
import { closeMonths, debtsTable, letResidentsPay, payAhead } from './demo/residents-pay.ts';
import { accrueOnOpening, addByHand } from './demo/second-house/by-hand.ts';
import { checkCharges, checkOpening } from './demo/second-house/checks.ts';
import { ACCOUNTS } from './demo/second-house/files.ts';
import { idOf, moveIn, type SecondHouse } from './demo/second-house/move-in.ts';
import { renderBar } from './demo/table.ts';
import { pageOriginOf } from './platform/service-environment.ts';
import { startPlatform, type Platform } from './platform/start-platform.ts';
import { startPage } from './web/start-page.ts';

/** The last ones, which are not closed yet. */
const OPEN_MONTHS = -4;

const startedAt = performance.now();
let platform: Platform | undefined;
try {
  platform = await startPlatform(process.env, console.log);
  const agrees = await show(platform);
  console.log(`\nDone in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  if (process.argv.includes('--exit') || !agrees) {
    await platform.stop();
    process.exit(agrees ? 0 : 1);
  }
  await stayUp(platform);
} catch (error) {
  console.error(`The demo failed: ${explainStartFailure(error)}`);
  await platform?.stop();
  process.exit(1);
}

/** True when every sum agrees. */
async function show({ urls, dataDirectory }: Platform): Promise<boolean> {
  const origin = pageOriginOf(process.env);
  const api = createApi(origin, urls);
  await signIn(api);
  const organizationId = await findOrCreateOrganization(api);
  const house = await seedHouse(api, organizationId);
  console.log(
    `\nHouse ${house.houseId}: ${house.accounts.length} accounts, ${house.meters} meters, ${house.readings} readings.\n`,
  );

  const moved = await moveIn({ api, organizationId, months: house.months });
  console.log(`A second house moves in with its past\n\n${moved.parts}\n`);
  const hasMovedIn = report(moved.outcomes);
  console.log('');

  const last = house.months.at(-1) ?? '';
  const billed = await billAndTell(api, organizationId, house, moved.house);
  const { books } = billed;
  const { houseId } = house;
  console.log(
    `\nWhat ${last} would be with hot water ten percent dearer\n\n${await whatIfTable(api, { houseId, period: last })}`,
  );

  const areIn = await letPay(api, { organizationId, house, ...billed }, dataDirectory);

  const checked = await showClosingChecks(api, books.cycles, last);
  console.log(`\nWhat stands against closing ${last} already\n\n${checked.table}\n`);
  const isClear = report(checked.outcomes);

  const personalAccountId = books.balances.at(-1)?.personalAccountId ?? 0;
  const penalties = await showPenalties(api, { houseId, personalAccountId });
  console.log(`\nPenalties of the last account's oldest debt, day by day\n\n${penalties.table}\n`);
  const accrued = report(penalties.outcomes);
  const pastAgrees = await showPast(api, moved.house, house.months);
  const stillInOrder = report(
    checkBooks(
      joinBooks([
        await readBooks(api, organizationId, houseId),
        await readBooks(api, organizationId, moved.house.houseId),
      ]),
    ),
  );

  const papersAgree = await showPapers(
    api,
    { organizationId, house, personalAccountId },
    dataDirectory,
  );

  console.log(`\nAccounts found by “садовая артем”\n\n${await foundTable(api, 'садовая артем')}`);
  const sheet = await sheetTable(api, house.houseId, last);
  console.log(`\nReadings of ${last}, as they are typed in\n\n${sheet}\n`);
  const kept = report(await tryRegistry(api, { houseId: house.houseId, period: last }));

  const neighboursAgree = await showNeighbours(api);

  console.log('\nA bookkeeper with a second factor and a viewer join\n');
  const cycleId = books.cycles[0]?.id ?? 0;
  const colleagues = await showColleagues(api, urls, { organizationId, cycleId, origin });
  const asDeclared = report(colleagues);
  console.log(`\nWho did what last\n\n${await auditTable(api)}`);
  return [
    hasMovedIn,
    billed.holds,
    areIn,
    pastAgrees,
    isClear,
    accrued,
    stillInOrder,
    papersAgree,
    kept,
    neighboursAgree,
    asDeclared,
  ].every(Boolean);
}

/** What the second house has brought along, and what is added to it by hand. */
async function showPast(api: Api, house: SecondHouse, months: readonly string[]): Promise<boolean> {
  const { lines, outcomes } = await addByHand(api, house, months);
  console.log(`\nLines by hand, and what the second house has brought along\n\n${lines}\n`);
  const accrued = await accrueOnOpening(api, house, months);
  const opening = await checkOpening(api, house, months);
  const personalAccountId = idOf(house.accounts, ACCOUNTS.debtor);
  const reports = await showReports(api, { houseId: house.houseId, months, personalAccountId });
  const agrees = report([...outcomes, ...accrued, ...opening, ...reports.outcomes]);
  console.log(`\nWho owes there for how long\n\n${reports.debtors}\n`);
  return agrees;
}

/** A year of both houses, its charges in tables and in words. */
async function billAndTell(
  api: Api,
  organizationId: number,
  house: SeededHouse,
  second: SecondHouse,
): Promise<{ readonly books: Books; readonly there: Books; readonly holds: boolean }> {
  const last = house.months.at(-1) ?? '';
  const corrected = await billYear(api, organizationId, house);
  const books = await readBooks(api, organizationId, house.houseId);
  const there = await readBooks(api, organizationId, second.houseId);
  console.log(`\n\nCharges of ${last}, roubles\n\n${chargesTable(books.charges, last)}`);
  console.log(`\nOf the second house\n\n${chargesTable(there.charges, last)}`);
  const explained = await tellCharges(api, books.charges, last);
  console.log('');
  const inOrder = report([...checkBooks(joinBooks([books, there])), ...corrected, ...explained]);
  console.log('\nAccounts that differ from their house\n');
  const differs = report(checkCharges(there.charges, second, house.months));
  return { books, there, holds: inOrder && differs };
}

type Billed = {
  readonly organizationId: number;
  readonly house: SeededHouse;
  readonly books: Books;
  /** Of the second house. */
  readonly there: Books;
};

/** Payments of all kinds, and the months that are closed then. */
async function letPay(
  api: Api,
  { organizationId, house, books, there }: Billed,
  dataDirectory: string,
): Promise<boolean> {
  const { houseId } = house;
  const [month = ''] = house.months;
  console.log(`\nThe residents pay for ${month}, and it is closed\n`);
  const paid = report(await letResidentsPay(api, books, month));
  const end = lastDayOf(parseBillingMonth(month).add({ months: 1 })).toString();
  console.log(`\n${await debtsTable(api, { charges: books.charges, houseId }, end)}\n`);

  const [, second = ''] = house.months;
  const { charges } = books;
  const registry = await importBankRegistry(api, { organizationId, charges }, second);
  console.log(`\nThe bank sends the payments for ${second}\n\n${registry.rows}\n`);
  const others = await letMostPay(api, { organizationId, charges }, house.months.slice(2));
  const ahead = await payAhead(api, charges, house.months);
  const paidThere = await letMostPay(api, { organizationId, charges: there.charges }, house.months);
  const closed = await closeMonths(api, books.cycles, house.months.slice(1, OPEN_MONTHS));
  const received = report([...registry.outcomes, others, ahead, paidThere, closed]);
  const isProved = await showProof(api, books, month, dataDirectory);
  return paid && received && isProved;
}

async function showPapers(
  api: Api,
  {
    organizationId,
    house: { houseId, months, accounts },
    personalAccountId,
  }: {
    readonly organizationId: number;
    readonly house: SeededHouse;
    readonly personalAccountId: number;
  },
  dataDirectory: string,
): Promise<boolean> {
  const last = months.at(-1) ?? '';
  const shown = await showReports(api, { houseId, months, personalAccountId });
  console.log(`\nTurnover of the house since ${months[0]}, roubles\n\n${shown.turnover}`);
  console.log(`\nWho owes for how long\n\n${shown.debtors}`);
  console.log(`\nWhat of each month was collected\n\n${shown.collection}\n`);
  const agreed = report(shown.outcomes);
  const { file, outcomes: issued } = await issueReceipts(
    api,
    { organizationId, houseId, accounts: accounts.length, period: last },
    dataDirectory,
  );
  console.log(`\nThe receipts of ${last} are in ${file}\n`);
  const handedOut = report(issued);
  return agreed && handedOut;
}

/** The first account of a closed month, as its owner would prove it in court. */
async function showProof(
  api: Api,
  { cycles, charges }: Books,
  period: string,
  dataDirectory: string,
): Promise<boolean> {
  const { id: cycleId } = cycleOf(cycles, period);
  const personalAccountId = charges[0]?.personalAccountId ?? 0;
  const account = { cycleId, period, personalAccountId };
  const { file, outcomes } = await proveReceipt(api, account, dataDirectory);
  console.log(
    `\nWhat an outsider verifies without us: npm run verify-proof -- ${file}\n` +
      `or python3 tools/verify-proof.py ${file}\n`,
  );
  return report(outcomes);
}

/** Another company, whose house is not as most are. */
async function showNeighbours(api: Api): Promise<boolean> {
  const { refusals, outcomes } = await importAHouse(api);
  console.log(`\nA neighbouring company brings its house as a file with mistakes\n\n${refusals}\n`);
  const imported = report(outcomes);
  console.log('\nWhat happens to dwellings, and what they are charged\n');
  const charged = report(await showRareFacts(api));
  return imported && charged;
}

/** Months from readings to the ledger; before the last one a wrong tariff is found and corrected. */
async function billYear(
  api: Api,
  organizationId: number,
  house: SeededHouse,
): Promise<readonly Outcome[]> {
  const { houseId, months } = house;
  const bill = async (period: string, done: number): Promise<void> => {
    const outcome = await billMonth(api, organizationId, period);
    progress(`  ${renderBar(done, months.length)}  ${period} ${outcome}`);
  };
  for (const [index, period] of months.slice(0, -1).entries()) await bill(period, index + 1);
  const { table, outcomes } = await correctUpkeep(api, {
    houseId,
    months: months.slice(-3, -1),
  });
  console.log(
    `\n\nA tariff was wrong in two booked months: the difference is charged\n\n${table}\n`,
  );
  const period = months.at(-1) ?? '';
  const odd = await mistypedTable(api, { organizationId, houseId, period });
  if (odd !== undefined)
    console.log(`While a reading of ${period} is mistyped, this is odd\n\n${odd}\n`);
  await bill(period, months.length);
  return outcomes;
}

/** The charges of one account in figures, and one of them in words. */
async function tellCharges(
  api: Api,
  charges: readonly Charge[],
  period: string,
): Promise<readonly Outcome[]> {
  const shown = charges.filter((charge) => charge.period === period).slice(0, 3);
  console.log(`\nHow they came about, e.g. ${shown[0]?.accountNumber}\n`);
  for (const { serviceName, explanation } of shown)
    console.log(`  ${serviceName}: ${explanation.formula}\n    ${explanation.source}`);
  const [charge] = shown;
  if (charge === undefined) return [];
  const { words, outcome } = await explainedCharge(api, charge);
  console.log(`\nThe first one in words\n\n${words}`);
  return [outcome];
}

/** Prints what was checked; true when all of it holds. */
function report(checks: readonly { readonly what: string; readonly holds: boolean }[]): boolean {
  for (const { what, holds } of checks) console.log(`  ${holds ? '✓' : '✗'} ${what}`);
  return checks.every(({ holds }) => holds);
}

/** One line that moves on a terminal, a line a month elsewhere. */
function progress(line: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}

async function stayUp({ urls, stop }: Platform): Promise<void> {
  const page = await startPage(urls, process.env, console.log);
  console.log(`
The platform stays up; Ctrl-C stops it. Sign in as ${DEMO_USER.username} with ${DEMO_USER.password}
  ${page?.url ?? ''}   ${urls.auth}/docs   ${urls.core}/docs   ${urls.billing}/docs`);
  const stopAll = async (): Promise<void> => {
    await page?.stop();
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll());
}
