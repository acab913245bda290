// Court cases: opened with a frozen claim, moved from step to step, and read.
import type {
  CaseState,
  CaseStep,
  CaseStepBody,
  CourtCase,
  CourtCaseBody,
  CourtCaseWithClaim,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { STEPS_AFTER } from '@kvartplata/contracts/billing/court-cases.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { isInnOfOrganization } from '@kvartplata/domain/organizations/registration-numbers.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage, type BeforeId } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, scopeOf } from '../../access/places.ts';
import { inBooking } from '../../books/cycles/open-months.service.ts';
import {
  addAdjustment,
  prepareAdjustment,
  type PreparedAdjustment,
} from '../../payments/adjustments/adjustments.service.ts';
import { refuseWhilePlanKept } from '../../penalties/instalments/running-plans.service.ts';
import type { Db } from '../../tables.ts';
import { dueAfter } from '../case-terms.ts';
import { assertFollows, requireNotInFuture, type Asker } from '../steps.ts';
import * as repository from './court-cases.repository.ts';
import type { CaseRow, CaseRowWithClaim } from './court-cases.repository.ts';
import { freezeClaim, holdAccount, readParties, type Parties } from './freeze-claim.service.ts';

/** The steps at which the court fee is paid. */
const FEE_STEPS: readonly CaseStep[] = ['filed', 'ordered'];

/**
 * Opens a case. Checked in the order of the reference page.
 * @throws Refusal not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, debtor-is-organization,
 * case-open, instalment-runs, no-debt, order-above-limit, law-not-known, dependency-unavailable
 */
export async function openCase(
  { caller, once, today }: Asker,
  { personalAccountId, proceeding = 'order', court = null, debtorFacts = null }: CourtCaseBody,
): Promise<CourtCaseWithClaim> {
  const account = await requireAccount(caller, personalAccountId);
  const { organizationId, houseId, accountNumber } = account;
  const place = { organizationId, houseId, personalAccountId };
  const { creditor, debtor } = await readParties(caller, place, today);
  const parties = { creditor, debtor: { ...debtor, facts: debtorFacts } };
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      const asOf = formatDay(today);
      refuseOrganization(debtor);
      const locked = await holdAccount(trx, place);
      const open = await repository.findOpenCase(trx, place);
      if (open !== undefined)
        throw new Refusal('case-open', `Case ${open} of the account has not ended`);
      await refuseWhilePlanKept(trx, place, today);
      const frozen = await freezeClaim(trx, place, { locked, parties, proceeding, asOf: today });
      const { payer } = debtor;
      const id = await repository.insertCase(trx, {
        ...place,
        ...frozen,
        accountNumber,
        payer: payer === '' ? accountNumber : payer,
        address: roomAddress(debtor),
        proceeding,
        court,
        stateSince: asOf,
        asOf,
        createdBy: caller.userId,
      });
      const opened = await readCase(trx, organizationId, id);
      await recordChange(trx, caller.actor, {
        action: 'court-case.opened',
        object: { type: 'court-case', id },
        organizationId,
        after: summaryOf(opened),
      });
      return opened;
    }),
  );
}

/** Proceeding, papers and state duty of an arbitration court differ from those made here. */
function refuseOrganization({ payer, inn }: Parties['debtor']): void {
  if (isInnOfOrganization(inn))
    throw new Refusal('debtor-is-organization', `${payer} is an organization, INN ${inn}`);
}

/**
 * Takes a step, and books the court fee if requested. Checked in the order of the reference page.
 * @throws Refusal validation-failed, not-found, forbidden, step-up-needed, step-up-by-person, idempotency-key-in-use,
 * idempotency-key-reused, step-out-of-order, court-fee-booked, month-out-of-range, conflict, dependency-unavailable
 */
export async function takeStep(
  { caller, once, now, today }: Asker,
  id: number,
  { step, on = today, reference = null, bookCourtFee = false }: CaseStepBody,
): Promise<CourtCaseWithClaim> {
  if (bookCourtFee && !FEE_STEPS.includes(step))
    throw invalidField('/bookCourtFee', `is for ${FEE_STEPS.join(' and ')} alone`, {
      code: 'not-for-kind',
    });
  if (bookCourtFee && reference === null)
    throw invalidField('/reference', 'is required where a court fee is booked', {
      code: 'required',
    });
  requireNotInFuture(on, today);
  const own = await getOwnRow(caller, id);
  const fee =
    bookCourtFee && reference !== null ? await prepareFee(caller, own, reference) : undefined;
  return inBooking(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      const locked = await repository.lockCase(trx, own);
      if (locked === undefined) throw notFound(`court case ${id}`);
      const { state, stateSince: since } = locked;
      assertFollows({ state, since, next: STEPS_AFTER[state] }, { step, on: formatDay(on) });
      if (fee !== undefined && (await hasFee(trx, { ...own, steps: locked.steps })))
        throw new Refusal('court-fee-booked');
      const line = fee && (await addAdjustment(trx, caller, fee, today));
      const taken = {
        step,
        on: formatDay(on),
        reference,
        courtFeeAdjustmentId: line?.id ?? null,
        createdBy: caller.userId,
        createdAt: now.toISOString(),
      };
      await repository.updateSteps(trx, own, {
        state: step,
        stateSince: taken.on,
        steps: [...locked.steps, taken],
      });
      await recordChange(trx, caller.actor, {
        action: 'court-case.step-taken',
        object: { type: 'court-case', id },
        organizationId: own.organizationId,
        before: { state },
        after: { state: step, on: taken.on, reference, ...(line && { adjustmentId: line.id }) },
      });
      return readCase(trx, own.organizationId, id);
    }),
  );
}

async function prepareFee(
  caller: Caller,
  { personalAccountId, stateDuty, id }: CaseRow,
  reference: string,
): Promise<PreparedAdjustment> {
  return prepareAdjustment(caller, {
    personalAccountId,
    kind: 'court-fee',
    amount: stateDuty,
    reason: `Государственная пошлина по делу № ${id}`,
    basis: reference,
  });
}

export type CasesQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly state?: CaseState | undefined;
  readonly open?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for an organization, a house or an account that is not the caller's */
export async function listCasesFor(caller: Caller, query: CasesQuery): Promise<PageOf<CourtCase>> {
  const { houseId, personalAccountId, state, open } = query;
  const isOpen = open === undefined ? undefined : open === 'true';
  const list = async (before: BeforeId) =>
    withFees(
      caller.db,
      await repository.listCases(caller.db, {
        scope: await scopeOf(caller, query),
        houseId,
        personalAccountId,
        state,
        isOpen,
        ...before,
      }),
    );
  return newestPage(query, list, toCase);
}

/** @throws Refusal not-found */
export async function getCase(caller: Caller, id: number): Promise<CourtCaseWithClaim> {
  return toCaseWithClaim(caller.db, await getOwnRow(caller, id));
}

/** @throws Refusal not-found, forbidden */
export async function getOwnRow(caller: Caller, id: number): Promise<CaseRowWithClaim> {
  return caller.getOwn(`court case ${id}`, async () =>
    repository.findCase(caller.db, caller.ownOrganizations(), id),
  );
}

async function readCase(db: Db, organizationId: number, id: number): Promise<CourtCaseWithClaim> {
  const row = await repository.findCase(db, [organizationId], id);
  if (row === undefined) throw new Error(`court case ${id} has vanished`);
  return toCaseWithClaim(db, row);
}

type CaseWithFee = CaseRow & { readonly courtFeeBooked: boolean };

async function hasFee(db: Db, row: CaseRow): Promise<boolean> {
  return (await repository.listCasesWithFee(db, [row])).has(row.id);
}

async function withFees(db: Db, rows: readonly CaseRow[]): Promise<readonly CaseWithFee[]> {
  const withFee = await repository.listCasesWithFee(db, rows);
  return rows.map((row) => Object.assign(row, { courtFeeBooked: withFee.has(row.id) }));
}

/** What the audit log records: the claim itself is stored with the case. */
function summaryOf({ personalAccountId, proceeding, asOf, total, stateDuty }: CourtCase) {
  return { personalAccountId, proceeding, asOf, total, stateDuty };
}

function toCase(row: CaseWithFee): CourtCase {
  const claimed = sumsOf(row.principal, row.penalty);
  const now = sumsOf(row.principalNow, row.penaltyNow);
  return {
    id: row.id,
    organizationId: row.organizationId,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    payer: row.payer,
    address: row.address,
    proceeding: row.proceeding,
    court: row.court,
    state: row.state,
    stateSince: row.stateSince,
    nextSteps: [...STEPS_AFTER[row.state]],
    dueOn: dueAfter(row.state, row.stateSince),
    asOf: row.asOf,
    ...claimed,
    stateDuty: row.stateDuty,
    now: {
      ...now,
      difference: formatKopecks(parseKopecks(now.total) - parseKopecks(row.balance)),
    },
    courtFeeBooked: row.courtFeeBooked,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}

async function toCaseWithClaim(db: Db, row: CaseRowWithClaim): Promise<CourtCaseWithClaim> {
  const courtFeeBooked = await hasFee(db, row);
  return { ...toCase({ ...row, courtFeeBooked }), claim: row.claim, steps: [...row.steps] };
}

function sumsOf(principal: string, penalty: string) {
  const total = formatKopecks(parseKopecks(principal) + parseKopecks(penalty));
  return { principal, penalty, total };
}
