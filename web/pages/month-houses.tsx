// The houses of the month being worked on: which of them are chosen, and the state of each.
import type { BillingCycle, HouseMonth } from '@kvartplata/contracts/billing/cycles.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Calculation } from '../features/calculation-jobs/calculation.tsx';
import { lastJobOf } from '../features/calculation-jobs/jobs.ts';
import { ClosedWith } from '../features/cycles/closed-with.tsx';
import { periodOf } from '../features/cycles/cycle-months.ts';
import { CycleStep } from '../features/cycles/cycle-step.tsx';
import { applyCycle, houseMonthsOf } from '../features/cycles/cycles.ts';
import { checksOf } from '../features/closing-checks/closing-checks.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { showDayOf } from '../lib/days.ts';
import { sayFailure } from '../lib/failure-words.ts';
import { showFigure } from '../lib/figures.ts';
import { reloadBilling } from '../lib/queries.ts';
import { useMay } from '../lib/role.ts';
import { isUnderWay } from '../lib/under-way.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { useWriteKey } from '../lib/write-key.ts';
import { useChosenHouses } from '../ui/chosen-houses.ts';
import { HouseBoxes, type BoxedHouse } from '../ui/house-boxes.tsx';
import { Answered } from '../ui/states.tsx';
import { tell, warn } from '../ui/toasts.tsx';

const WORDS = inBoth(
  {
    toCalculate: 'Какие дома рассчитать',
    toApply: 'Какие дома провести',
    notComputed: 'не рассчитан',
    empty: 'начислений нет',
    draft: (amount: string, accounts: number) =>
      `черновик: ${amount} ₽, ${counted(accounts, 'счёт', 'счёта', 'счетов')}`,
    done: (on: string) => `проведён ${on}`,
    late: 'Начислено не всё. Дом, который не проведён, можно рассчитать и провести отдельно.',
    first: 'Сначала рассчитайте начисления.',
    calculating: 'Идёт расчёт. Провести месяц можно, когда он закончится.',
    nothing: 'Проводить нечего: начислений нет.',
    ask: (total: string) => `Провести ${total} ₽`,
    warning: (total: string) =>
      `${total} ₽ войдут в долги жильцов. После этого исправить можно только сторно или исправлением прошлых месяцев.`,
    confirm: 'Да, всё верно',
    applied: (entries: number) => `Месяц проведён, проводок: ${entries}.`,
    appliedOn: (on: string) => `Проведён ${on}.`,
    notYours: 'Это делает бухгалтер.',
    none: 'Отметьте хотя бы один дом.',
    outdated: (houses: number) =>
      `После расчёта изменились показания, тарифы или другие данные: ${counted(houses, 'дом', 'дома', 'домов')}. Рассчитайте начисления ещё раз.`,
    wouldBeOutdated: 'Часть начислений сделана по данным, которые с тех пор изменились.',
  },
  {
    toCalculate: 'Houses to calculate',
    toApply: 'Houses to apply',
    notComputed: 'not calculated',
    empty: 'no charges',
    draft: (amount, accounts) => `draft: ${amount} ₽, ${countedEn(accounts, 'account')}`,
    done: (on) => `applied on ${on}`,
    late: 'Not everything is charged. A house that is not applied yet can be calculated and applied separately.',
    first: 'Calculate charges first.',
    calculating: 'The calculation is under way. The month can be applied when it ends.',
    nothing: 'Nothing to apply: there are no charges.',
    ask: (total) => `Apply ${total} ₽`,
    warning: (total) =>
      `${total} ₽ become residents’ debts. After that only a storno or a correction can change them.`,
    confirm: 'Yes, go ahead',
    applied: (entries) => `Month applied: ${countedEn(entries, 'entry', 'entries')}.`,
    appliedOn: (on) => `Applied on ${on}.`,
    notYours: 'Accountants do this.',
    none: 'Select at least one house.',
    outdated: (houses) =>
      `Readings, tariffs or other data have changed since the calculation in ${countedEn(houses, 'house')}. Calculate again.`,
    wouldBeOutdated: 'Some charges are of data that has changed since.',
  },
);

type HouseMonths = ReadonlyMap<number, HouseMonth>;

const NOTHING: HouseMonths = new Map();

type FoundMonths = {
  readonly query: UseQueryResult<HouseMonths>;
  /** While they are being calculated, and until the result is read. */
  readonly isCalculating: boolean;
};

function useHouseMonths(cycle: BillingCycle | undefined): FoundMonths {
  const { data: job } = useQuery({
    ...lastJobOf(cycle?.organizationId ?? 0, cycle === undefined ? '' : periodOf(cycle)),
    enabled: cycle !== undefined,
  });
  const query = useQuery({
    ...houseMonthsOf(cycle?.id ?? 0, job?.finishedAt ?? null),
    enabled: cycle !== undefined && job !== undefined,
    placeholderData: keepPreviousData,
  });
  return { query, isCalculating: isUnderWay(job) || query.isPlaceholderData };
}

/** The houses, each with its state. */
function useNoted(houses: readonly House[], months: HouseMonths): readonly BoxedHouse[] {
  const t = useWords(WORDS);
  const noteOf = (month: HouseMonth | undefined): ReactNode => {
    if (month === undefined || month.computedAt === null) return t.notComputed;
    if (month.appliedAt !== null) return t.done(showDayOf(month.appliedAt));
    return month.charges === 0 ? t.empty : t.draft(showFigure(month.amount), month.accounts);
  };
  return houses.map(({ id, address }) => ({ id, address, note: noteOf(months.get(id)) }));
}

/** How many houses of a draft month core has changed since they were computed. */
function useOutdated(cycle: BillingCycle | undefined): number {
  const isDraftMonth = cycle?.status === 'DRAFT';
  const { data: checks = [] } = useQuery({ ...checksOf(cycle?.id ?? 0), enabled: isDraftMonth });
  return isDraftMonth ? (checks.find(({ code }) => code === 'outdated-charges')?.count ?? 0) : 0;
}

/** Why the month should be computed once more. */
export function Outdated({
  cycle,
  closing,
}: Pick<OfMonth, 'cycle' | 'closing'>): ReactElement | null {
  const t = useWords(WORDS);
  const houses = useOutdated(cycle);
  return houses === 0 || closing !== undefined ? null : <p className="odd">{t.outdated(houses)}</p>;
}

type OfMonth = {
  readonly cycle: BillingCycle | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing: string | undefined;
  /** Ordered by address. */
  readonly houses: readonly House[];
};

/** In an applied month with uncharged parts: the houses that are not applied. */
export function CalculationOfHouses({
  organizationId,
  period,
  cycle,
  closing,
  houses,
  isOpen,
}: OfMonth & {
  readonly organizationId: number;
  readonly period: string;
  readonly isOpen: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const {
    query: { data: months = NOTHING },
  } = useHouseMonths(cycle);
  const isApplied = cycle?.status === 'APPLIED' && closing === undefined;
  const { data: checks = [] } = useQuery({ ...checksOf(cycle?.id ?? 0), enabled: isApplied });
  const isLeft =
    isApplied &&
    (cycle.housesNotApplied > 0 ||
      checks.some(({ code, count }) => code === 'not-charged' && count > 0));
  const left = useNoted(houses, months).filter(
    ({ id }) => (months.get(id)?.appliedAt ?? null) === null,
  );
  const { ids, isAll, boxes } = useChosenHouses(left);
  const mayCalculate = isOpen && (!isApplied || isLeft);
  return (
    <div className="stack">
      {isLeft && <p>{t.late}</p>}
      {mayCalculate && left.length > 1 && <HouseBoxes label={t.toCalculate} {...boxes} />}
      <Calculation
        organizationId={organizationId}
        period={period}
        isOpen={mayCalculate}
        isLate={isApplied}
        houseIds={isAll ? undefined : ids}
        onEnded={() => void reloadBilling()}
        nameOf={(accountId) => <AccountName id={accountId} />}
      />
    </div>
  );
}

/** The houses with draft charges. */
export function ApplyHouses({
  cycle,
  closing,
  houses,
  onApplied,
}: OfMonth & { readonly onApplied: () => Promise<void> }): ReactElement {
  const t = useWords(WORDS);
  const { query, isCalculating } = useHouseMonths(cycle);
  const mayWork = useMay('accountant');
  const appliedAt = cycle?.appliedAt ?? null;
  const on = appliedAt !== null && <p>{t.appliedOn(showDayOf(appliedAt))}</p>;
  if (closing !== undefined)
    return on !== false ? (
      on
    ) : (
      <p>
        <ClosedWith closing={closing} />
      </p>
    );
  if (cycle === undefined) return <p className="soft">{t.first}</p>;
  if (isCalculating) return <p className="soft">{t.calculating}</p>;
  if (cycle.housesNotApplied === 0) return on === false ? <p className="soft">{t.nothing}</p> : on;
  if (!mayWork) return <p className="soft">{t.notYours}</p>;
  return (
    <div className="stack">
      {on}
      <Answered query={query}>
        {(months) => (
          <ApplyChosen cycle={cycle} houses={houses} months={months} onApplied={onApplied} />
        )}
      </Answered>
    </div>
  );
}

type ToApply = {
  readonly cycle: BillingCycle;
  readonly onApplied: () => Promise<void>;
};

function ApplyChosen({
  cycle,
  houses,
  months,
  onApplied,
}: ToApply & {
  readonly houses: readonly House[];
  readonly months: HouseMonths;
}): ReactElement {
  const t = useWords(WORDS);
  const drafts = useNoted(houses, months).filter(({ id }) => isDraft(months.get(id)));
  const { ids, isAll, boxes } = useChosenHouses(drafts);
  // All are applied, whether or not the page knows the house already.
  const chosen = isAll
    ? [...months.values()].filter(isDraft)
    : ids.flatMap((id) => months.get(id) ?? []);
  return (
    <>
      {drafts.length > 1 && <HouseBoxes label={t.toApply} {...boxes} />}
      {!isAll && ids.length === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <ApplyStep
          key={chosen.map(({ houseId }) => houseId).join()}
          cycle={cycle}
          houseIds={isAll ? undefined : ids}
          total={sumOfMoney(chosen.map(({ amount }) => amount))}
          onApplied={onApplied}
        />
      )}
    </>
  );
}

function ApplyStep({
  cycle,
  houseIds,
  total,
  onApplied,
}: ToApply & {
  /** The chosen houses; undefined for all. */
  readonly houseIds: readonly number[] | undefined;
  /** Roubles. */
  readonly total: string;
}): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const language = useLanguage();
  const outdated = useOutdated(cycle);
  const warning = t.warning(showFigure(total));
  return (
    <CycleStep
      ask={t.ask(showFigure(total))}
      warning={outdated > 0 ? `${t.wouldBeOutdated} ${warning}` : warning}
      confirm={t.confirm}
      act={async () => {
        try {
          const { ledgerEntriesCreated } = await applyCycle(cycle.id, houseIds, total, key);
          tell(t.applied(ledgerEntriesCreated));
        } catch (error) {
          if (!isRefused(error, 'amount-changed')) throw error;
          warn(sayFailure(error, language).what);
        }
        await onApplied();
      }}
    />
  );
}

function isDraft(month: HouseMonth | undefined): boolean {
  return month !== undefined && month.appliedAt === null && month.charges > 0;
}
