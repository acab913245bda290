// What is due in debt work: this week's terms and steps, and limitations that end within a month.
import type { CaseState } from '@kvartplata/contracts/billing/court-cases.ts';
import type { DueItem, getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import type { AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import type { Caller } from '../../access/access.service.ts';
import { listHouses, readAccountCards, requireOrganization } from '../../access/places.ts';
import { nameAccount } from '../../paper/room-order.ts';
import { readOpenDebts } from '../../payments/payments/allocations.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import { dueAfter } from '../case-terms.ts';
import * as repository from './debt-work.repository.ts';
import type { DueNotice, OpenCase, OwedMonth } from './debt-work.repository.ts';
import { endingMonths } from './ending-months.ts';

const DAYS_AHEAD = 7;
const DAYS_OF_LIMITATION = 30;
const MOST_ITEMS = 500;

type Due = Omit<DueItem, 'accountNumber' | 'payer' | 'address'> &
  Partial<Pick<DueItem, 'accountNumber' | 'payer' | 'address'>>;

/** @throws Refusal not-found, organization-required, dependency-unavailable */
export async function readDue(
  caller: Caller,
  named: number | undefined,
  today: Temporal.PlainDate,
): Promise<AnswerOf<typeof getDebtWorkDue>> {
  const organizationId = await requireOrganization(caller, named);
  const { houseIds } = await listHouses(caller, organizationId);
  const asOf = formatDay(today);
  const by = formatDay(today.add({ days: DAYS_AHEAD }));
  const { due, atRisk } = await inSnapshot(caller.db, async (trx) => {
    const cases = await repository.listOpenCases(trx, organizationId);
    const notices = await repository.listEndingNotices(trx, organizationId, by);
    const months = await readEnding(trx, organizationId, houseIds, today);
    const limitations = withoutCases(months, cases);
    return {
      due: [
        ...notices.map((notice) => termDue(notice, asOf)),
        ...cases.flatMap((one) => stepDue(one, asOf, by)),
        ...limitations,
      ].toSorted(byDay),
      atRisk: sumBy(limitations, ({ amount }) => parseKopecks(amount)),
    };
  });
  return {
    asOf,
    total: due.length,
    amountAtRisk: formatKopecks(atRisk),
    items: await withNames(caller, due.slice(0, MOST_ITEMS)),
  };
}

function byDay(one: Due, other: Due): number {
  return one.dueOn.localeCompare(other.dueOn) || one.personalAccountId - other.personalAccountId;
}

function termDue({ id, ...notice }: DueNotice, asOf: string): Due {
  const isOverdue = notice.dueOn < asOf;
  return { ...notice, kind: 'notice-term', isOverdue, courtCaseId: null, restrictionNoticeId: id };
}

function stepDue(open: OpenCase, asOf: string, by: string): readonly Due[] {
  const { id, stateSince, months: _, ...one } = open;
  const dueOn = dueAfter(one.state, stateSince);
  if (dueOn === null || dueOn > by) return [];
  const isOverdue = dueOn < asOf;
  return [
    { ...one, kind: 'case-step', dueOn, isOverdue, courtCaseId: id, restrictionNoticeId: null },
  ];
}

type Ending = OwedMonth & { readonly endsOn: string };

/** The months of debtors whose limitation ends soon; houses without rules of their own share their months. */
async function readEnding(
  trx: Trx,
  organizationId: number,
  houseIds: readonly number[],
  today: Temporal.PlainDate,
): Promise<readonly Ending[]> {
  const rulesOf = await readOwnRules(trx, organizationId);
  const until = today.add({ days: DAYS_OF_LIMITATION });
  const groups = Map.groupBy(houseIds, (houseId) =>
    rulesOf(houseId).house.length === 0 ? 0 : houseId,
  );
  const ending: Ending[] = [];
  for (const ofRules of groups.values()) {
    const months = endingMonths(rulesOf(ofRules[0] ?? 0), today, until);
    const owed = await repository.listOwedMonths(trx, organizationId, {
      houseIds: ofRules,
      months: [...months.keys()],
    });
    for (const month of await withoutFees(trx, organizationId, owed))
      ending.push({ ...month, endsOn: months.get(month.period) ?? '' });
  }
  return ending;
}

/** Court fees and the interest of plans have no limitation here; only the books say in which months they are. */
async function withoutFees(
  trx: Trx,
  organizationId: number,
  owed: readonly OwedMonth[],
): Promise<readonly OwedMonth[]> {
  const accounts = new Map(
    owed.filter(({ hasFees }) => hasFees).map((month) => [month.personalAccountId, month]),
  );
  const books = await readOpenDebts(trx, organizationId, [...accounts.values()]);
  const openOf = new Map(books.map((account) => [account.personalAccountId, account.openMonths]));
  return owed.flatMap((month) => {
    const open = openOf.get(month.personalAccountId);
    if (open === undefined) return [month];
    const own = open.find((debt) => formatBillingMonth(debt.month) === month.period);
    const leftKopecks = (own?.amountKopecks ?? 0n) - (own?.courtFeesKopecks ?? 0n);
    return leftKopecks > 0n ? [{ ...month, amount: formatKopecks(leftKopecks) }] : [];
  });
}

/** In these a court has the claim, or has confirmed it. */
const IN_COURT: ReadonlySet<CaseState> = new Set(['filed', 'ordered', 'bailiff']);

/** The limitation of a claimed month does not run while a court has the claim; that of other months does. */
function withoutCases(months: readonly Ending[], cases: readonly OpenCase[]): readonly Due[] {
  const inCourt = new Set(
    cases
      .filter(({ state }) => IN_COURT.has(state))
      .flatMap(({ personalAccountId, months: claimed }) =>
        claimed.map((period) => `${personalAccountId} ${period}`),
      ),
  );
  return months
    .filter(({ personalAccountId, period }) => !inCourt.has(`${personalAccountId} ${period}`))
    .map(({ houseId, personalAccountId, period, amount, endsOn }) => ({
      kind: 'limitation',
      dueOn: endsOn,
      isOverdue: false,
      houseId,
      personalAccountId,
      courtCaseId: null,
      restrictionNoticeId: null,
      state: period,
      amount,
    }));
}

/** Adds number, payer and address from core where they are not stored here. */
async function withNames(caller: Caller, due: readonly Due[]): Promise<DueItem[]> {
  const unnamed = due.filter(({ accountNumber }) => accountNumber === undefined);
  const cards = await readAccountCards(caller, [
    ...new Set(unnamed.map(({ personalAccountId }) => personalAccountId)),
  ]);
  return due.map(({ accountNumber, payer, address, ...one }) => {
    const told = nameAccount(cards, one.personalAccountId);
    return {
      ...one,
      accountNumber: accountNumber ?? told.accountNumber,
      payer: payer ?? told.payer,
      address: address ?? told.address,
    };
  });
}
