// Decides for a house's debtors, some at a time, who gets a letter, what it says, and who is left out; a restriction notice is
// made together with its letter.
import type { LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { mayBeRestricted } from '@kvartplata/domain/regulation/restriction-notice/restriction-notice.ts';
import { recordChanges } from '@kvartplata/platform/audit/audit.repository.ts';
import type { NormCharges } from '../../month/calculation-jobs/norm-charges.service.ts';
import { nameAccount } from '../../paper/room-order.ts';
import { readRunningPlans } from '../../penalties/instalments/running-plans.service.ts';
import { readPenaltyKinds } from '../../penalties/penalty-accruals/penalty-accruals.service.ts';
import type { Trx } from '../../tables.ts';
import { DAYS_TO_PAY } from '../case-terms.ts';
import { readOverdueOf } from '../court-cases/overdue-months.service.ts';
import { lastDayBefore } from '../closed-account.service.ts';
import { debtsByService } from '../notice-verdict.ts';
import {
  makeNotices,
  openServicesOf,
  type NoticeToMake,
} from '../restriction-notices/restriction-notices.service.ts';
import type { LettersRow } from './debt-letters.repository.ts';
import { judgeClaim } from './judge-claim.ts';
import { judgeServices, type ServiceToWarn } from './judge-services.ts';
import { listWithOpenCase, listWrittenSince } from './letter-accounts.repository.ts';
import type { StoredLetter, WrittenNotice } from './stored-letter.ts';

export type DebtorToJudge = {
  readonly personalAccountId: number;
  readonly penalty: string;
};

/** For one house. */
export type Judging = {
  readonly letters: LettersRow;
  readonly houseId: number;
  /** For restriction notices. */
  readonly norms: NormCharges | undefined;
  readonly cards: ReadonlyMap<number, AccountCard>;
};

export type Verdicts = ReadonlyMap<number, LeftOut | StoredLetter>;

/** By account; only accounts that core still knows. */
export async function judgeDebtors(
  trx: Trx,
  judging: Judging,
  debtors: readonly DebtorToJudge[],
): Promise<Verdicts> {
  const known = debtors.filter(({ personalAccountId }) =>
    hasAddress(judging.cards.get(personalAccountId)),
  );
  const found =
    judging.letters.kind === 'claim'
      ? await judgeClaims(trx, judging, known)
      : await judgeRestrictions(trx, judging, known);
  return new Map(
    debtors.map(({ personalAccountId }) => [
      personalAccountId,
      found.get(personalAccountId) ?? 'address-unknown',
    ]),
  );
}

function hasAddress(card: AccountCard | undefined): boolean {
  return card !== undefined && card.address.trim() !== '' && card.roomNumber.trim() !== '';
}

async function judgeClaims(
  trx: Trx,
  { letters: { organizationId, madeOn }, houseId, cards }: Judging,
  debtors: readonly DebtorToJudge[],
): Promise<Verdicts> {
  const house = { organizationId, houseId };
  const ids = idsOf(debtors);
  const today = parseDay(madeOn);
  const since = formatDay(today.subtract({ days: DAYS_TO_PAY }));
  const overdue = await readOverdueOf(trx, house, ids, today, false);
  const kinds = await readPenaltyKinds(trx, house, ids);
  const onPlan = await readRunningPlans(trx, { organizationId, houseIds: [houseId] }, today);
  const withCase = new Set(await listWithOpenCase(trx, house, ids));
  const written = new Set(await listWrittenSince(trx, house, ids, since));
  return new Map(
    debtors.map(({ personalAccountId: id, penalty }) => [
      id,
      judgeClaim({
        payerInn: cards.get(id)?.payerInn ?? null,
        payerAddress: cards.get(id)?.payerAddress ?? null,
        closedOn: lastDayBefore(cards.get(id), madeOn),
        overdue: overdue.get(id) ?? { months: [], advanceKopecks: 0n },
        penalty,
        penaltyKinds: kinds.get(id) ?? [],
        keepsPlan: onPlan.has(id),
        hasOpenCase: withCase.has(id),
        isTermRunning: written.has(id),
      }),
    ]),
  );
}

async function judgeRestrictions(
  trx: Trx,
  judging: Judging,
  debtors: readonly DebtorToJudge[],
): Promise<Verdicts> {
  const { letters, houseId, norms, cards } = judging;
  const { organizationId } = letters;
  const house = { organizationId, houseId };
  const ids = idsOf(debtors);
  const today = parseDay(letters.madeOn);
  const overdue = await readOverdueOf(trx, house, ids, today);
  const onPlan = await readRunningPlans(trx, { organizationId, houseIds: [houseId] }, today);
  const open = await openServicesOf(trx, house, ids);
  const restrictable = norms?.services.filter(mayBeRestricted) ?? [];
  const judged = ids.map((id) => {
    if (lastDayBefore(cards.get(id), letters.madeOn) !== null)
      return [id, 'account-closed'] as const;
    const debts = debtsByService(overdue.get(id)?.months ?? []);
    const services = restrictable.map(({ houseServiceId, name }) => ({
      houseServiceId,
      name,
      debtKopecks: debts.get(houseServiceId) ?? 0n,
      normKopecks: norms?.of(id, houseServiceId),
      isNoticeOpen: open.get(id)?.has(houseServiceId) ?? false,
    }));
    return [id, judgeServices(services, onPlan.has(id))] as const;
  });
  const toWarn = judged.flatMap(([id, verdict]) =>
    typeof verdict === 'string' ? [] : verdict.map((service) => toNotice(judging, id, service)),
  );
  const made = await warn(trx, letters, toWarn);
  return new Map(
    judged.map(([id, verdict]) => [
      id,
      typeof verdict === 'string'
        ? verdict
        : { kind: 'restriction', notices: made.get(id)?.map(toWritten) ?? [] },
    ]),
  );
}

type Made = WrittenNotice & Pick<NoticeToMake, 'personalAccountId'>;

/** A dry run makes no notices, and its letters have no numbers. */
async function warn(
  trx: Trx,
  letters: LettersRow,
  notices: readonly NoticeToMake[],
): Promise<ReadonlyMap<number, readonly Made[]>> {
  const { organizationId, requestedBy: userId, requestId, dryRun } = letters;
  if (dryRun)
    return Map.groupBy(
      notices.map((notice) => ({ ...notice, id: 0 })),
      ({ personalAccountId }) => personalAccountId,
    );
  const made = await makeNotices(trx, notices);
  await recordChanges(
    trx,
    { userId, requestId },
    made.map((notice) => ({
      action: 'restriction-notice.made',
      object: { type: 'restriction-notice', id: notice.id },
      organizationId,
      after: notice,
    })),
  );
  return Map.groupBy(made, ({ personalAccountId }) => personalAccountId);
}

function toNotice(
  { letters, houseId, cards }: Judging,
  personalAccountId: number,
  { houseServiceId, name, debtKopecks, normKopecks }: ServiceToWarn,
): NoticeToMake {
  const { accountNumber, payer, address } = nameAccount(cards, personalAccountId);
  return {
    organizationId: letters.organizationId,
    houseId,
    personalAccountId,
    accountNumber,
    payer: payer === '' ? accountNumber : payer,
    address,
    payerAddress: cards.get(personalAccountId)?.payerAddress ?? null,
    houseServiceId,
    serviceName: name,
    debt: formatKopecks(debtKopecks),
    normCharge: formatKopecks(normKopecks),
    madeOn: letters.madeOn,
    debtLettersId: letters.id,
    createdBy: letters.requestedBy,
  };
}

function toWritten({ id, serviceName, debt, normCharge, payerAddress }: Made): WrittenNotice {
  return { id, serviceName, debt, normCharge, payerAddress };
}

function idsOf(debtors: readonly DebtorToJudge[]): readonly number[] {
  return debtors.map(({ personalAccountId }) => personalAccountId);
}
