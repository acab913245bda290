// Billing's queries about a month and its documents, on a distributed database: each query can be planned there, and goes only to
// the organization's node. The engine itself refuses to query several.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { findHousesAdrift } from '../services/billing/src/books/account-balances/account-balances.service.ts';
import * as appliedMonths from '../services/billing/src/books/applied-months/applied-months.repository.ts';
import * as verification from '../services/billing/src/books/ledger-verification/ledger-verification.repository.ts';
import * as cycles from '../services/billing/src/books/cycles/cycles.repository.ts';
import * as batches from '../services/billing/src/month/calculation-jobs/calculation-batches.repository.ts';
import * as jobs from '../services/billing/src/month/calculation-jobs/calculation-jobs.repository.ts';
import * as numbers from '../services/billing/src/month/calculation-jobs/charged-accounts.repository.ts';
import * as houseMonths from '../services/billing/src/month/calculation-jobs/house-months.repository.ts';
import * as skipped from '../services/billing/src/month/calculation-jobs/skipped-accounts.repository.ts';
import * as charges from '../services/billing/src/month/charges/charges.repository.ts';
import * as estimates from '../services/billing/src/month/charges/estimates.repository.ts';
import * as foundOutliers from '../services/billing/src/month/charges/found-outliers.repository.ts';
import * as standing from '../services/billing/src/month/charges/standing-charges.repository.ts';
import * as close from '../services/billing/src/month/close/close.repository.ts';
import * as reopen from '../services/billing/src/month/close/reopen.repository.ts';
import * as reopenings from '../services/billing/src/books/seals/reopenings.repository.ts';
import * as seal from '../services/billing/src/books/seals/sealed-months.repository.ts';
import * as acceptances from '../services/billing/src/month/closing-checks/check-acceptances.repository.ts';
import * as checks from '../services/billing/src/month/closing-checks/closing-checks.repository.ts';
import * as needs from '../services/billing/src/month/calculation-jobs/common-needs-months.repository.ts';
import * as years from '../services/billing/src/month/corrections/year-corrections.repository.ts';
import * as corrections from '../services/billing/src/month/corrections/corrections.repository.ts';
import * as disputes from '../services/billing/src/paper/disputes/disputes.repository.ts';
import * as exported from '../services/billing/src/paper/exports/exports.repository.ts';
import * as keptFiles from '../services/billing/src/paper/kept-files.repository.ts';
import {
  findFile,
  RECEIPT_FILES,
} from '../services/billing/src/paper/receipt-files/receipt-files.repository.ts';
import * as receipts from '../services/billing/src/paper/receipts/receipts.repository.ts';
import * as summary from '../services/billing/src/paper/reports/month-summary.repository.ts';
import * as reports from '../services/billing/src/paper/reports/reports.repository.ts';
import * as turnover from '../services/billing/src/paper/turnover/turnover.repository.ts';
import * as accruals from '../services/billing/src/penalties/penalty-accruals/penalty-accruals.repository.ts';
import * as principal from '../services/billing/src/penalties/penalty-accruals/principal-books.repository.ts';
import * as allocations from '../services/billing/src/payments/payments/allocations.repository.ts';
import type { BillingTables, Db, Trx } from '../services/billing/src/tables.ts';
import { openAskedOfOneNode, type AskedOfOneNode } from './asked-of-one-node.ts';

const MONTH = '2026-03-01';
const [organizationId, houseId, personalAccountId, cycleId, houseServiceId, id] = [
  7, 1, 1, 1, 1, 1,
];
const house = { organizationId, houseId };
const houses = { organizationId, houseIds: [houseId] };
const account = { ...house, personalAccountId };
const span = { from: '2026-02-01', to: MONTH };
const page = { after: undefined, limit: 10 };
const cycle = { organizationId, cycleId };
const job = { organizationId, id };
const checked = { ...cycle, month: MONTH, today: Temporal.PlainDate.from('2026-04-05') };
const ofHouses = { organizationIds: [organizationId], houseIds: [houseId] };
const odd = { times: 2, roubles: '100.00', month: MONTH, monthBefore: '2026-02-01', ...page };
const lateMeter = {
  meterId: 1,
  houseId,
  personalAccountId,
  houseServiceId,
  estimatedSince: '2026-01',
};

const QUESTIONS: Readonly<Record<string, (trx: Trx, db: Db) => Promise<unknown>>> = {
  'a cycle': (trx) => cycles.findCycle(trx, [organizationId], cycleId),
  'the cycles of a year': (trx) =>
    cycles.listCycles(trx, {
      organizationIds: [organizationId],
      year: 2026,
      afterId: 9,
      limit: 10,
    }),
  'the houses of a cycle': (trx) => cycles.listHouseMonths(trx, cycle),
  'whether months are applied': (trx) => appliedMonths.listAppliedMonths(trx, house, span),
  'a job': (trx) => jobs.findJob(trx, [organizationId], id),
  'the jobs': (trx) =>
    jobs.listJobs(trx, {
      organizationIds: [organizationId],
      period: '2026-09-01',
      beforeId: 9,
      limit: 10,
    }),
  'the progress of jobs': (trx) => jobs.listProgress(trx, [job]),
  'the batch of a job': (trx) => batches.findBatch(trx, job),
  'whether batches are done': (trx) => batches.areBatchesDone(trx, job),
  'a job that waits': (trx) => jobs.findSame(trx, { ...cycle, houseIds: [houseId] }),
  'whom jobs skipped': (trx) =>
    skipped.listFirstSkipped(
      trx,
      [
        { ...job, skippedCount: 1 },
        { ...job, id: 2, skippedCount: 1 },
      ],
      10,
    ),
  'whom a job skipped': (trx) => skipped.listSkipped(trx, job, page),
  'which houses are applied': (trx) =>
    houseMonths.listAppliedHouses(trx, { ...houses, period: MONTH }),
  'which houses were corrected': (trx) =>
    houseMonths.listCorrectedHouses(trx, { ...houses, period: MONTH }),
  'drafts of earlier months': (trx) =>
    houseMonths.listDraftsBefore(trx, { ...houses, period: MONTH }),
  'houses that are stored': (trx) => cycles.lockHouses(trx, houses.houseIds),
  'later months, outdated': (trx) =>
    houseMonths.markLaterOutdated(trx, { ...houses, period: MONTH }),
  'whose number is another': (trx) =>
    numbers.listRenumbered(trx, { organizationId, period: MONTH }, [
      { houseId, id: personalAccountId, accountNumber: 'LS01' },
    ]),
  'where a job computes': (trx) => charges.findJobPlace(trx, [organizationId], id),
  'a charge': (trx) => charges.findCharge(trx, [organizationId], id),
  'charges by pages': (trx) =>
    charges.listCharges(trx, {
      scope: ofHouses,
      houseId,
      period: MONTH,
      personalAccountId,
      jobId: id,
      status: 'APPLIED',
      after: [houseId, MONTH, personalAccountId, houseServiceId, 0],
      limit: 10,
    }),
  'what services are called': (trx) => charges.listEverydayNames(trx, house),
  'what stands for readings': (trx) =>
    estimates.listEstimates(trx, organizationId, [lateMeter], MONTH, [
      { personalAccountId, houseServiceId, correctedPeriod: '2026-02-01' },
    ]),
  'what stands for a month': (trx) => standing.listStandingCharges(trx, houses, MONTH),
  'the sums of what stands': (trx) => standing.sumStandingCharges(trx, houses, MONTH),
  'what is odd': (trx) => standing.findOutliers(trx, { ...houses, ...odd }),
  'what is told of the odd': (trx) =>
    standing.listOutlierRows(trx, { organizationId, ...odd }, [
      { houseId, personalAccountId: 1, houseServiceId: 1 },
    ]),
  'readings that are missing': (trx) => checks.findMissingReadings(trx, checked, page),
  'readings that are missing, from a row on': (trx) =>
    checks.findMissingReadings(trx, checked, { after: [1, 1, 1], limit: 10 }),
  'norms that were exceeded': (trx) => checks.findOdnOverNorm(trx, checked, page),
  'who was not charged': (trx) => checks.findNotCharged(trx, checked, [houseId], page),
  'what charges nothing': (trx) => checks.findNothingCharged(trx, checked, page),
  'money that waits': (trx) => checks.findUnidentified(trx, checked, page),
  'penalties that are missing': (trx) => checks.findNotAccrued(trx, checked, page),
  'drafts before a month': (trx) => checks.findDraftMonths(trx, checked, page),
  'what was odd': (trx) => foundOutliers.listFoundHouses(trx, { organizationId, ...odd }),
  'keeping what is odd': (trx) =>
    foundOutliers.upsertFoundOutliers(trx, { organizationId, ...odd }, [
      { houseId, outliers: { accountIds: [1], serviceIds: [1] }, basis: Buffer.alloc(32) },
    ]),
  'what was accepted': (trx) => acceptances.listAcceptances(trx, cycle),
  'a cycle, held': (trx) => cycles.holdCycle(trx, cycle),
  'the first draft': (trx) => close.findFirstDraft(trx, cycle),
  'what was opened again': (trx) => reopenings.listReopenings(trx, cycle),
  'whether a month is built upon': (trx) =>
    reopen.isBuiltUpon(trx, organizationId, { closedAt: new Date(), period: MONTH }),
  'a seal': (trx) => seal.findSeal(trx, cycle),
  'the tiles of a month': (trx) => seal.listTilesNow(trx, cycle),
  'the lines of a month, kept': (trx) => seal.insertTiles(trx, cycle),
  'the ends of the chains': (trx) => seal.hashChains(trx, cycle),
  'the papers of a month': (trx) => seal.hashPapers(trx, cycle, new Date()),
  'where an account’s line lies': (trx) =>
    seal.findTile(trx, cycle, { houseId, personalAccountId: 1 }),
  'the roots of a month’s tiles': (trx) => seal.listTileRoots(trx, cycle),
  'what can be corrected': (trx) => corrections.listMonthsInLedger(trx, house, span),
  'a correction': (trx) => corrections.findCorrection(trx, [organizationId], id),
  'what has changed the charges of a house': (trx) => corrections.findChargesVersion(trx, house),
  'the corrections of a house': (trx) =>
    corrections.listCorrections(trx, { ...house, beforeId: 9, limit: 10 }),
  'the charges of a correction': (trx) =>
    corrections.listCorrectionCharges(trx, { ...house, id, period: MONTH }),
  'a recalculated year': (trx) => years.findYearCorrection(trx, [organizationId], id),
  'whether a year is recalculated': (trx) =>
    years.isYearCorrected(trx, { ...house, kind: 'common-needs', year: 2025 }),
  'the recalculated years of a house': (trx) =>
    years.listYearCorrections(trx, house, { beforeId: 9, limit: 10 }),
  'which years are settled': (trx) => years.listSettledYears(trx, house),
  'the methods of a year': (trx) => years.listMethodsOfYear(trx, house, span),
  'the rules of a year’s heating': (trx) => years.listHeatingRules(trx, house, span),
  'what months leave': (trx) =>
    needs.listCommonNeedsBefore(trx, { ...houses, period: MONTH }, '2025-01-01'),
  'the services of a house': (trx) => corrections.listChargedServices(trx, house),
  'the disputes of a receipt': (trx) => disputes.listDisputesOf(trx, { ...account, period: MONTH }),
  'a dispute': (trx) => disputes.findDispute(trx, [organizationId], id),
  'who is in an export': (trx) =>
    exported.listChargedAccounts(trx, { ...house, period: MONTH, jobId: id }),
  'charges to export': (trx) =>
    exported.listExportedCharges(trx, { ...house, period: MONTH, jobId: id }, [personalAccountId]),
  'services to export': (trx) => exported.listServiceSums(trx, house, span),
  'debts to export': (trx) => exported.listOwed(trx, house),
  'whether receipts are of a draft': (trx) => receipts.isDraftMonth(trx, house, MONTH),
  receipts: (_, db) => receipts.readMonth(db, house, MONTH, [personalAccountId]),
  'sums that are not those of entries': (trx) => verification.listWrongMoves(trx, organizationId),
  'the sums of a month': (trx) => summary.listHouseMonthSums(trx, houses, MONTH),
  'what months have collected': (trx) => summary.listCollectedMonths(trx, houses, span),
  'what was collected': (trx) => reports.listCollection(trx, houses, span),
  'the statement of an account': (trx) => reports.listStatement(trx, account, MONTH),
  'the penalties of an account': (trx) => reports.sumPenalties(trx, account),
  'the turnover of a house': (trx) =>
    turnover.listTurnover(trx, { ...houses, ...span, isThorough: false }),
  'the turnover of a house, all entries': (trx) =>
    turnover.listTurnover(trx, { ...houses, ...span, isThorough: true }),
  'the houses adrift': (trx) => findHousesAdrift(trx, houses),
  'the turnover of services': (trx) => turnover.listServiceTurnover(trx, { ...houses, ...span }),
  'the documents of a turnover': (trx) => turnover.listDocuments(trx, { ...houses, ...span }),
  'which houses have receipts': (trx) =>
    receipts.listChargedHouses(trx, organizationId, [houseId], MONTH),
  'a file of receipts': (trx) => findFile(trx, [organizationId], id),
  'a piece of it': (trx) => keptFiles.findPiece(trx, RECEIPT_FILES, job, 1),
  'whether a piece of it is kept': (trx) => keptFiles.hasPieces(trx, RECEIPT_FILES, job),
  'the files that are kept': (trx) => keptFiles.listKept(trx, RECEIPT_FILES, organizationId),
  'an accrual': (trx) => accruals.findAccrual(trx, [organizationId], id),
  'what the last accrual was of': (trx) => accruals.listLatestDebts(trx, account),
  'what is to be merged': (trx) => allocations.findCycleHouses(trx, cycle),
  'whose money moves': (trx) => allocations.listMovedAccounts(trx, houses, MONTH),
  'debts and what was paid of them': (trx) => principal.listPrincipalBooks(trx, houses),
};

void describe('a query about a month, on a database that spans nodes', () => {
  let asked: AskedOfOneNode<BillingTables>;

  before(async () => {
    asked = await openAskedOfOneNode('billing', `select app.ensure_month('${MONTH}')`);
  });
  after(async () => asked?.drop());

  for (const [about, ask] of Object.entries(QUESTIONS))
    test(`about ${about} is answered`, async () => {
      const db = asked.database.seeing(() => visibilityOf('all'));
      await inTransaction(db, async (trx) => assert.doesNotReject(ask(trx, db)));
    });

  test('is refused when it is about all organizations, since several nodes would answer', async () => {
    const db = asked.database.seeing(() => visibilityOf('all'));
    await assert.rejects(cycles.findCycle(db, 'all', cycleId), /multi-task/);
  });
});
