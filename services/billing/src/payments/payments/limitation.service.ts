// Which debts payments without a named month may pay; computed only where a debt is old enough.
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import {
  limitationOf,
  mayBeBarred,
  NO_LIMITATION,
  type Limitation,
} from '@kvartplata/domain/regulation/payment-allocation/limitation.ts';
import type { MonthDebt } from '@kvartplata/domain/regulation/payment-allocation/allocate-payments.ts';
import type { Owed } from '@kvartplata/domain/regulation/payment-allocation/split-payment.ts';
import type { OwnRule } from '@kvartplata/domain/regulation/penalty/own-rules.ts';
import { parseBillingMonth, type BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import type {
  AccountPlace,
  LockedBalance,
} from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import { monthOfFirstDay } from './allocation-columns.ts';
import {
  listDueRules,
  listPenaltiesByDebt,
  type DueRuleRow,
  type PenaltiesOfMonth,
} from './limitation.repository.ts';

/** By house of an organization. */
export type Limitations = (houseId: number) => Limitation;

/** @param asked whether any debt is old enough: otherwise no limitation is read */
export async function readLimitations(
  db: Db,
  organizationId: number,
  asked: boolean,
): Promise<Limitations> {
  if (!asked) return () => NO_LIMITATION;
  const ofHouse = Map.groupBy(await listDueRules(db, organizationId), ({ houseId }) => houseId);
  const rulesOf = (houseId: number | null) => (ofHouse.get(houseId) ?? []).map(toRule);
  const organization = rulesOf(null);
  const known = new Map<number, Limitation>();
  return (houseId) => {
    const found = known.get(houseId) ?? limitationOf({ house: rulesOf(houseId), organization });
    known.set(houseId, found);
    return found;
  };
}

/** An account before its new payments are allocated, and their days. */
export type AccountToLimit = {
  readonly place: AccountPlace;
  readonly balance: LockedBalance;
  readonly days: readonly Temporal.PlainDate[];
};

/** A payment as allocated to its account. */
export type MoneyOfDay = {
  readonly paidOn: Temporal.PlainDate;
  readonly named: BillingMonth | null;
};

/** What an account owes after some of its new payments, with the principal by month. */
export type Standing = Owed & { readonly debts: () => readonly MonthDebt[] };

export type Limits = {
  readonly limitations: Limitations;
  /** The part of what is owed that the payment may pay on its day. */
  readonly payable: (place: AccountPlace, owed: Standing, money: MoneyOfDay) => Owed;
};

/** All of one organization. */
export async function readLimits(
  db: Db,
  organizationId: number,
  accounts: readonly AccountToLimit[],
): Promise<Limits> {
  const old = accounts.filter(hasOld);
  const limitations = await readLimitations(db, organizationId, old.length > 0);
  const withPenalties = old.filter(({ balance }) => parseKopecks(balance.penaltyDebt) > 0n);
  const penalties =
    withPenalties.length === 0
      ? []
      : await listPenaltiesByDebt(
          db,
          organizationId,
          withPenalties.map(({ place }) => place),
        );
  const penaltiesOf = Map.groupBy(penalties, ({ personalAccountId }) => personalAccountId);
  const oldOnes = new Set(old.map(({ place }) => place.personalAccountId));
  return {
    limitations,
    payable: (place, owed, money) => {
      if (!oldOnes.has(place.personalAccountId)) return owed;
      const limitation = limitations(place.houseId);
      const isBarred = (month: BillingMonth): boolean =>
        money.named?.equals(month) !== true && limitation.isBarred(month, money.paidOn);
      const barred = owed.debts().filter(({ month }) => isBarred(month));
      const ofPenalties = penaltiesOf.get(place.personalAccountId) ?? [];
      return {
        principalKopecks: owed.principalKopecks - totalOf(barred),
        penaltyKopecks: owed.penaltyKopecks - barredPenalties(ofPenalties, owed, barred),
      };
    },
  };
}

/** If the oldest debt is not old enough, none is. */
function hasOld({ balance, days }: AccountToLimit): boolean {
  const oldest = Object.keys(balance.openDebts).reduce(
    (one, other) => (one !== '' && one < other ? one : other),
    '',
  );
  if (oldest === '') return false;
  const month = parseBillingMonth(oldest);
  return days.some((day) => mayBeBarred(month, day));
}

/** Unpaid penalties of barred debts, assuming that those of the oldest debts were paid first. */
function barredPenalties(
  ofMonths: readonly PenaltiesOfMonth[],
  { penaltyKopecks: owedKopecks }: Owed,
  barred: readonly { readonly month: BillingMonth }[],
): Kopecks {
  const months = ofMonths.map(({ period, amount }) => ({
    month: monthOfFirstDay(period),
    amountKopecks: parseKopecks(amount),
  }));
  const ofBarred = months.filter(({ month }) => barred.some((debt) => debt.month.equals(month)));
  const paidKopecks = totalOf(months) - owedKopecks;
  const leftKopecks = totalOf(ofBarred) - (paidKopecks > 0n ? paidKopecks : 0n);
  if (leftKopecks <= 0n) return 0n;
  return leftKopecks < owedKopecks ? leftKopecks : owedKopecks;
}

function totalOf(amounts: readonly { readonly amountKopecks: Kopecks }[]): Kopecks {
  return sumBy(amounts, ({ amountKopecks }) => amountKopecks);
}

function toRule({ kind, value, validFrom, validTo }: DueRuleRow): OwnRule {
  const period = {
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
  };
  if (kind === 'due-day') return { ...period, kind, dueDay: Number(value) };
  if (kind === 'working-day') return { ...period, kind, movesToWorkingDay: value === true };
  return { ...period, kind: 'limitation', isOn: value === true };
}
