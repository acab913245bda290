// Restriction notices: made for the overdue debt of a service, moved from step to step, and read.
import {
  NOTICE_STEPS_AFTER,
  type NoticeState,
  type NoticeStepBody,
  type RestrictableService,
  type RestrictionNotice,
  type RestrictionNoticeBody,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { formatBillingMonth, monthOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import {
  isNotPaidInFull,
  mayBeRestricted,
} from '@kvartplata/domain/regulation/restriction-notice/restriction-notice.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot, inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage, type BeforeId } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { readNormCharges } from '../../month/calculation-jobs/norm-charges.service.ts';
import {
  findRunningPlan,
  refuseWhilePlanKept,
} from '../../penalties/instalments/running-plans.service.ts';
import type { Trx } from '../../tables.ts';
import { closedBefore, refuseClosed } from '../closed-account.service.ts';
import { holdAccount, readParties } from '../court-cases/freeze-claim.service.ts';
import { readOverdue } from '../court-cases/overdue-months.service.ts';
import { debtsByService, verdictOf } from '../notice-verdict.ts';
import { assertFollows, requireNotInFuture, type Asker } from '../steps.ts';
import { requireTermOver, termAfter } from './notice-terms.ts';
import * as repository from './restriction-notices.repository.ts';
import type { NoticeRow } from './restriction-notices.repository.ts';

/** The account's restrictable services with an overdue debt. @throws Refusal not-found, dependency-unavailable */
export async function listServices(
  caller: Caller,
  personalAccountId: number,
  today: Temporal.PlainDate,
): Promise<readonly RestrictableService[]> {
  const { organizationId, houseId } = await requireAccount(caller, personalAccountId);
  const place = { organizationId, houseId, personalAccountId };
  const norms = await readNormCharges(caller, place, formatBillingMonth(monthOf(today)));
  const { months } = await inSnapshot(caller.db, async (trx) => readOverdue(trx, place, today));
  const debts = debtsByService(months);
  const plan = await findRunningPlan(caller.db, place, today);
  const closedOn = await closedBefore(caller, personalAccountId, today);
  return norms.services.filter(mayBeRestricted).flatMap(({ houseServiceId, name }) => {
    const debt = debts.get(houseServiceId) ?? 0n;
    if (debt <= 0n) return [];
    const norm = norms.of(personalAccountId, houseServiceId);
    return {
      houseServiceId,
      name,
      debt: formatKopecks(debt),
      normCharge: norm === undefined ? null : formatKopecks(norm),
      instalmentUntil: plan?.lastMonth ?? null,
      closedOn,
      mayBeWarned:
        closedOn === null &&
        norm !== undefined &&
        isNotPaidInFull({
          debtKopecks: debt,
          normChargeKopecks: norm,
          keepsAgreement: plan !== undefined,
        }),
    };
  });
}

/**
 * Makes a notice. Checked in the order of the reference page.
 * @throws Refusal validation-failed, not-found, forbidden, service-not-restrictable, idempotency-key-in-use,
 * idempotency-key-reused, account-closed, notice-open, instalment-runs, norm-charge-unknown, debt-below-two-norms,
 * dependency-unavailable
 */
export async function makeNotice(
  { caller, once, today }: Asker,
  { personalAccountId, houseServiceId }: RestrictionNoticeBody,
): Promise<RestrictionNotice> {
  const account = await requireAccount(caller, personalAccountId);
  const { organizationId, houseId, accountNumber } = account;
  const place = { organizationId, houseId, personalAccountId };
  const norms = await readNormCharges(caller, place, formatBillingMonth(monthOf(today)));
  const service = norms.services.find((one) => one.houseServiceId === houseServiceId);
  if (service === undefined) throw notFound(`service ${houseServiceId} of house ${houseId}`);
  if (!mayBeRestricted(service))
    throw new Refusal('service-not-restrictable', `${service.name} may not be restricted`);
  const norm = norms.of(personalAccountId, houseServiceId);
  const { debtor } = await readParties(caller, place, today);
  return inTransaction(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      refuseClosed(debtor.closedOn);
      await holdAccount(trx, place);
      const debt = await requireDebt(trx, place, { houseServiceId, norm, today });
      const [row] = await repository.insertNotices(trx, [
        {
          ...place,
          accountNumber,
          payer: debtor.payer === '' ? accountNumber : debtor.payer,
          address: roomAddress(debtor),
          payerAddress: debtor.payerAddress,
          houseServiceId,
          serviceName: service.name,
          debt: formatKopecks(debt),
          normCharge: formatKopecks(norm ?? 0n),
          madeOn: formatDay(today),
          createdBy: caller.userId,
        },
      ]);
      if (row === undefined) throw new Error('an inserted notice is not there');
      const made = toNotice(row);
      await recordChange(trx, caller.actor, {
        action: 'restriction-notice.made',
        object: { type: 'restriction-notice', id: row.id },
        organizationId,
        after: made,
      });
      return made;
    }),
  );
}

/**
 * The debt for the service; the account has to be locked.
 * @throws Refusal notice-open, instalment-runs, norm-charge-unknown, debt-below-two-norms
 */
async function requireDebt(
  trx: Trx,
  place: AccountPlace,
  {
    houseServiceId,
    norm,
    today,
  }: {
    readonly houseServiceId: number;
    readonly norm: Kopecks | undefined;
    readonly today: Temporal.PlainDate;
  },
): Promise<Kopecks> {
  const open = await repository.listOpenServices(trx, place, [place.personalAccountId]);
  const { months } = await readOverdue(trx, place, today);
  const debtKopecks = debtsByService(months).get(houseServiceId) ?? 0n;
  const verdict = verdictOf({
    debtKopecks,
    normKopecks: norm,
    isNoticeOpen: open.some((one) => one.houseServiceId === houseServiceId),
    keepsPlan: (await findRunningPlan(trx, place, today)) !== undefined,
  });
  if (verdict === 'instalment-runs') await refuseWhilePlanKept(trx, place, today);
  if (verdict === 'debt-below-two-norms')
    throw new Refusal(
      verdict,
      `${formatKopecks(debtKopecks)} is overdue, a month by the norm is ${formatKopecks(norm ?? 0n)}`,
    );
  if (verdict !== 'may-be-warned') throw new Refusal(verdict);
  return debtKopecks;
}

/**
 * Takes a step. Checked in the order of the reference page.
 * @throws Refusal validation-failed, not-found, forbidden, idempotency-key-in-use, idempotency-key-reused, step-out-of-order,
 * term-runs, account-closed, instalment-runs, law-not-known, dependency-unavailable
 */
export async function takeNoticeStep(
  { caller, once, now, today }: Asker,
  id: number,
  { step, on, reference }: NoticeStepBody,
): Promise<RestrictionNotice> {
  requireNotInFuture(on, today);
  const own = await getOwnNotice(caller, id);
  const closedOn = step === 'ended' ? null : await closedBefore(caller, own.personalAccountId, on);
  return inTransaction(caller.db, async (trx) =>
    once(trx, own.organizationId, async () => {
      const locked = await repository.lockNotice(trx, own);
      if (locked === undefined) throw notFound(`restriction notice ${id}`);
      const { state, termEndsOn, steps } = locked;
      const since = steps.at(-1)?.on ?? locked.madeOn;
      const asked = { step, on: formatDay(on) };
      assertFollows({ state, since, next: NOTICE_STEPS_AFTER[state] }, asked);
      requireTermOver(termEndsOn, asked);
      refuseClosed(closedOn);
      if (step !== 'ended') await refuseWhilePlanKept(trx, own, on);
      const taken = {
        step,
        on: formatDay(on),
        reference,
        createdBy: caller.userId,
        createdAt: now.toISOString(),
      };
      const row = await repository.updateNotice(trx, own, {
        state: step,
        termEndsOn: termAfter(step, on),
        steps: [...steps, taken],
      });
      await recordChange(trx, caller.actor, {
        action: 'restriction-notice.step-taken',
        object: { type: 'restriction-notice', id },
        organizationId: own.organizationId,
        before: { state },
        after: { state: step, on: taken.on, reference },
      });
      return toNotice(row);
    }),
  );
}

export type NoticeToMake = repository.NewNotice;

/** For debtors checked in this transaction, with their accounts locked. */
export async function makeNotices(
  trx: Trx,
  notices: readonly NoticeToMake[],
): Promise<readonly RestrictionNotice[]> {
  return (await repository.insertNotices(trx, notices)).map(toNotice);
}

/** By account of a house, the services with an open notice. */
export async function openServicesOf(
  trx: Trx,
  house: Omit<AccountPlace, 'personalAccountId'>,
  personalAccountIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const open = await repository.listOpenServices(trx, house, personalAccountIds);
  return new Map(
    [...Map.groupBy(open, (one) => one.personalAccountId)].map(([id, ofAccount]) => [
      id,
      new Set(ofAccount.map(({ houseServiceId }) => houseServiceId)),
    ]),
  );
}

export type NoticesQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly state?: NoticeState | undefined;
  readonly open?: 'true' | 'false' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for an organization, a house or an account that is not the caller's */
export async function listNoticesFor(
  caller: Caller,
  query: NoticesQuery,
): Promise<PageOf<RestrictionNotice>> {
  const { houseId, personalAccountId, state, open } = query;
  const isOpen = open === undefined ? undefined : open === 'true';
  const list = async (before: BeforeId) =>
    repository.listNotices(caller.db, {
      scope: await scopeOf(caller, query),
      houseId,
      personalAccountId,
      state,
      isOpen,
      ...before,
    });
  return newestPage(query, list, toNotice);
}

/** @throws Refusal not-found */
export async function getNotice(caller: Caller, id: number): Promise<RestrictionNotice> {
  return toNotice(await getOwnNotice(caller, id));
}

/** @throws Refusal not-found, forbidden */
export async function getOwnNotice(caller: Caller, id: number): Promise<NoticeRow> {
  return caller.getOwn(`restriction notice ${id}`, async () =>
    repository.findNotice(caller.db, caller.ownOrganizations(), id),
  );
}

function toNotice({ createdAt, steps, ...row }: NoticeRow): RestrictionNotice {
  return {
    ...row,
    nextSteps: [...NOTICE_STEPS_AFTER[row.state]],
    steps: [...steps],
    createdAt: createdAt.toISOString(),
  };
}
