// Instalment plans: made, read, and cancelled.
import type {
  Instalment,
  InstalmentBody,
  InstalmentState,
} from '@kvartplata/contracts/billing/instalments.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import {
  compareMonths,
  firstDayOf,
  formatBillingMonth,
  lastDayOf,
  monthOf,
  monthsFrom,
  nextMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  FIRST_START,
  highestInterest,
} from '@kvartplata/domain/regulation/instalment/highest-interest.ts';
import {
  chargedBeside,
  progressOf,
} from '@kvartplata/domain/regulation/instalment/plan-progress.ts';
import { scheduleOf } from '@kvartplata/domain/regulation/instalment/schedule.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards, requireAccount, scopeOf } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { lockAccounts } from '../../books/account-balances/account-balances.service.ts';
import { holdMonthsOpen, inBooking } from '../../books/cycles/open-months.service.ts';
import { readOpenDebts } from '../../payments/payments/allocations.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { findKeyRate } from '../penalty-rates/penalty-rates.service.ts';
import { readOwnRules } from '../penalty-rules/penalty-rules.service.ts';
import * as repository from './instalments.repository.ts';
import type { InstalmentRow, NewInstalment } from './instalments.repository.ts';
import type { AgreedPart, CoveredDebt } from './instalments.table.ts';
import { dueDays, readPrincipalBooks, withBooks } from './plan-books.service.ts';
import { dayNumber } from './stored-plan.service.ts';
import { toInstalment, toAudited } from './to-instalment.service.ts';

/** The caller, their idempotency key, and the current day. */
export type Asker = {
  readonly caller: Caller;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

/**
 * Makes a plan for the debts of some months.
 * Checked in this order: the account exists, the role, the first day, the interest, the idempotency key, the first month is open,
 * no other plan of the account is active, something is owed for each.
 * @throws Refusal validation-failed, not-found, forbidden, month-out-of-range, rate-missing, idempotency-key-in-use,
 * idempotency-key-reused, month-closed, instalment-exists
 */
export async function createInstalment(
  { caller, once, today }: Asker,
  request: InstalmentBody,
): Promise<Instalment> {
  const account = await requireAccount(caller, request.personalAccountId);
  const { organizationId, houseId, personalAccountId } = account;
  const place = { organizationId, houseId, personalAccountId };
  const first = requireStart(request.startsOn, today);
  const interest = await agreeInterest(caller.db, request);
  return inBooking(caller.db, async (trx) =>
    once(trx, organizationId, async () => {
      await holdMonthsOpen(trx, organizationId);
      if (await repository.isClosedFrom(trx, organizationId, formatDay(firstDayOf(first))))
        throw new Refusal('month-closed', `${formatBillingMonth(first)} is closed`);
      const [locked] = await lockAccounts(trx, organizationId, [place]);
      if (locked === undefined) throw new Error('a balance that was made is not there');
      await refuseSecond(trx, place, request, today);
      const covered = await coverDebts(trx, place, request, {
        principalKopecks: parseKopecks(locked.principalDebt),
        interestE4: parseScaled(interest.annualInterest, 4),
      });
      const id = await repository.insertInstalment(trx, {
        ...place,
        ...interest,
        ...covered,
        startsOn: formatDay(request.startsOn),
        basis: request.basis ?? null,
        createdBy: caller.userId,
      });
      const made = await readInstalment(trx, organizationId, id, today);
      await recordChange(trx, caller.actor, {
        action: 'instalment.agreed',
        object: { type: 'instalment', id },
        organizationId,
        after: toAudited(made),
      });
      return made;
    }),
  );
}

/** @throws Refusal validation-failed, month-out-of-range */
function requireStart(startsOn: Temporal.PlainDate, today: Temporal.PlainDate): BillingMonth {
  if (compareDays(startsOn, FIRST_START) < 0)
    throw invalidField('/startsOn', `is before ${formatDay(FIRST_START)}`, {
      code: 'before-day',
      params: { day: formatDay(FIRST_START) },
    });
  const month = monthOf(startsOn);
  const last = nextMonth(monthOf(today));
  if (compareMonths(month, last) > 0)
    throw new Refusal(
      'month-out-of-range',
      `${formatBillingMonth(month)} is after the next month, ${formatBillingMonth(last)}`,
    );
  return month;
}

/** @throws Refusal validation-failed, rate-missing */
async function agreeInterest(
  db: Db,
  { startsOn, annualInterest }: InstalmentBody,
): Promise<Pick<NewInstalment, 'annualInterest' | 'highestInterest'>> {
  const keyRateE4 = await findKeyRate(db, startsOn);
  if (keyRateE4 === undefined)
    throw new Refusal('rate-missing', `No key rate covers ${formatDay(startsOn)}`);
  const highestE4 = highestInterest(keyRateE4);
  const highest = formatScaled(highestE4, 4);
  if (annualInterest !== undefined && parseScaled(annualInterest, 4) > highestE4)
    throw invalidField('/annualInterest', `must not be above ${highest}`, {
      code: 'above-law',
      params: { limit: highest },
    });
  return { annualInterest: annualInterest ?? highest, highestInterest: highest };
}

/**
 * An account has one plan at a time, because the same money would count for each; and one plan's interest in a month: that is
 * booked where a plan is kept at the month's end.
 * @throws Refusal instalment-exists
 */
async function refuseSecond(
  trx: Trx,
  place: AccountPlace,
  { startsOn }: InstalmentBody,
  today: Temporal.PlainDate,
): Promise<void> {
  const endOfFirst = numberOfDay(lastDayOf(monthOf(startsOn)));
  const plans = await withBooks(trx, await repository.listOfAccount(trx, place));
  for (const { row, plan, books } of plans) {
    const { state, endedOn } = progressOf(plan, books, numberOfDay(today));
    const isKept = state === 'active' || (state !== 'cancelled' && (endedOn ?? 0) > endOfFirst);
    if (isKept) throw new Refusal('instalment-exists', `The plan ${row.id} is not over`);
  }
}

type Covered = Pick<NewInstalment, 'amount' | 'beside' | 'besideCharged' | 'debts' | 'schedule'>;

/**
 * The debts of the months, divided among the months of the plan, and what else is overdue.
 * @throws Refusal validation-failed
 */
async function coverDebts(
  trx: Trx,
  place: AccountPlace,
  request: InstalmentBody,
  {
    principalKopecks,
    interestE4,
  }: { readonly principalKopecks: Kopecks; readonly interestE4: bigint },
): Promise<Covered> {
  const { organizationId, ...account } = place;
  const first = monthOf(request.startsOn);
  const [books] = await readOpenDebts(trx, organizationId, [account]);
  const open = new Map(
    Object.entries(books?.openDebts ?? {}).map(([month, amount]) => [month, parseKopecks(amount)]),
  );
  const debts = request.periods.map((month, nth) => coverMonth(month, nth, { first, open }));
  const amountKopecks = sumBy(debts, ({ amount }) => parseKopecks(amount));
  const dueOn = dueDays((await readOwnRules(trx, organizationId))(account.houseId));
  const startsOn = numberOfDay(request.startsOn);
  const covers = new Set(debts.map(({ period }) => period));
  let besideKopecks = principalKopecks - amountKopecks;
  for (const [month, openKopecks] of open) {
    const firstDay = `${month}-01`;
    if (!covers.has(firstDay) && dueOn(firstDay) >= startsOn) besideKopecks -= openKopecks;
  }
  const besideChargedKopecks = chargedBeside(
    { covers: debts.map(({ period }) => dayNumber(period)), startsOn },
    await readPrincipalBooks(trx, place, dueOn),
    Number.POSITIVE_INFINITY,
  );
  return {
    amount: formatKopecks(amountKopecks),
    beside: formatKopecks(besideKopecks),
    besideCharged: formatKopecks(besideChargedKopecks),
    debts: debts.toSorted((a, b) => (a.period < b.period ? -1 : 1)),
    schedule: agreeSchedule(request, { amountKopecks, interestE4 }, dueOn),
  };
}

/** @throws Refusal validation-failed */
function coverMonth(
  month: BillingMonth,
  nth: number,
  { first, open }: { readonly first: BillingMonth; readonly open: ReadonlyMap<string, Kopecks> },
): CoveredDebt {
  const asked = formatBillingMonth(month);
  if (compareMonths(month, first) > 0)
    throw invalidField(`/periods/${nth}`, `${asked} is after the first month of the plan`, {
      code: 'after-start',
    });
  const owedKopecks = open.get(asked) ?? 0n;
  if (owedKopecks <= 0n)
    throw invalidField(`/periods/${nth}`, `nothing is owed of ${asked}`, { code: 'nothing-owed' });
  return { period: formatDay(firstDayOf(month)), amount: formatKopecks(owedKopecks) };
}

function agreeSchedule(
  { startsOn, months }: InstalmentBody,
  { amountKopecks, interestE4 }: { readonly amountKopecks: Kopecks; readonly interestE4: bigint },
  dueOn: (firstDay: string) => number,
): readonly AgreedPart[] {
  const named = monthsFrom(monthOf(startsOn), months);
  return scheduleOf({ amountKopecks, months, interestE4 }).map((part, nth) => {
    const period = formatDay(firstDayOf(named[nth]!));
    return {
      period,
      dueOn: formatDay(dayOfNumber(dueOn(period))),
      principal: formatKopecks(part.principalKopecks),
      interest: formatKopecks(part.interestKopecks),
    };
  });
}

/** @throws Refusal not-found */
export async function getInstalment(
  caller: Caller,
  id: number,
  today: Temporal.PlainDate,
): Promise<Instalment> {
  return tell(caller.db, await getOwnRow(caller, id), today);
}

/** @throws Refusal not-found, forbidden */
export async function getOwnRow(caller: Caller, id: number): Promise<InstalmentRow> {
  return caller.getOwn(`instalment plan ${id}`, async () =>
    repository.findInstalment(caller.db, caller.ownOrganizations(), id),
  );
}

/** A plan that is known to exist, as seen by this transaction. */
export async function readInstalment(
  db: Db,
  organizationId: number,
  id: number,
  today: Temporal.PlainDate,
): Promise<Instalment> {
  const row = await repository.findInstalment(db, [organizationId], id);
  if (row === undefined) throw new Error(`instalment plan ${id} has vanished`);
  return tell(db, row, today);
}

async function tell(db: Db, row: InstalmentRow, today: Temporal.PlainDate): Promise<Instalment> {
  const [read] = await withBooks(db, [row]);
  return toInstalment(read!, numberOfDay(today));
}

export type InstalmentsQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly state?: InstalmentState | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** Plans read at a time when only one state is wanted: the state follows from the books, so SQL cannot filter by it. */
const READ_AT_ONCE = 200;

/** @throws Refusal not-found for an organization, a house or an account that is not the caller's */
export async function listInstalmentsFor(
  caller: Caller,
  query: InstalmentsQuery,
  today: Temporal.PlainDate,
): Promise<PageOf<Instalment>> {
  const { houseId, personalAccountId, state, limit = DEFAULT_PAGE_LIMIT } = query;
  const scope = await scopeOf(caller, query);
  const found: Instalment[] = [];
  let [beforeId] = decodeCursor(query.cursor, ['id']) ?? [];
  const atOnce = state === undefined ? limit + 1 : READ_AT_ONCE;
  while (found.length <= limit) {
    const filter = { scope, houseId, personalAccountId, beforeId, limit: atOnce };
    const rows = await repository.listInstalments(caller.db, filter);
    const told = (await withBooks(caller.db, rows)).map((read) =>
      toInstalment(read, numberOfDay(today)),
    );
    found.push(...told.filter((plan) => state === undefined || plan.state === state));
    beforeId = rows.at(-1)?.id;
    if (rows.length < atOnce) break;
  }
  return withAccounts(
    caller,
    pageOf(
      found,
      limit,
      ({ id }) => [id],
      (plan) => plan,
    ),
  );
}

/** Adds the account's number, payer and address. */
async function withAccounts(caller: Caller, page: PageOf<Instalment>): Promise<PageOf<Instalment>> {
  const ids = [...new Set(page.items.map(({ personalAccountId }) => personalAccountId))];
  const cards = await readAccountCards(caller, ids);
  for (const plan of page.items) {
    const card = cards.get(plan.personalAccountId);
    if (card === undefined) continue;
    const { accountNumber, payer } = card;
    Object.assign(plan, { accountNumber, payer, address: roomAddress(card) });
  }
  return page;
}
