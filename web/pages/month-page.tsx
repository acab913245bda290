// /month/:period: a month from its readings to its closing, step by step.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { ClosedWith } from '../features/cycles/closed-with.tsx';
import { closedWith, periodOf, workedMonthOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { CheckList } from '../features/closing-checks/check-list.tsx';
import { checksOf } from '../features/closing-checks/closing-checks.ts';
import { COUNT_WORDS, countOfChecks } from '../features/closing-checks/remark-counts.ts';
import { firstMonthOf } from '../features/houses/first-month.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { AccountField } from '../features/personal-accounts/account-field.tsx';
import { readingCounts } from '../features/readings/readings.ts';
import { monthSummary } from '../features/reports/month-summary.ts';
import { DeliveryMaker } from '../features/deliveries/delivery-maker.tsx';
import { ReceiptFileMaker } from '../features/receipt-files/receipt-file-maker.tsx';
import { ReceiptButton } from '../features/receipts/receipt-button.tsx';
import { monthFrom, showMonth, showSinceMonth, thisMonth } from '../lib/days.ts';
import { showFigure, signOf } from '../lib/figures.ts';
import { reloadBilling } from '../lib/queries.ts';
import { useMay } from '../lib/role.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { HousesFirst } from './houses-first.tsx';
import { CloseMonth } from './month-close.tsx';
import { ApplyHouses, CalculationOfHouses, Outdated } from './month-houses.tsx';
import { PaymentsOfMonth, PenaltiesOfMonth, ReadingsOfMonth } from './month-money.tsx';
import { progressOf } from './month-progress.ts';
import { ProgressLine, Step } from './month-step.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Месяц: ${month}`,
    before: 'Предыдущий месяц',
    after: 'Следующий месяц',
    first: 'Сначала рассчитайте начисления.',
    calculated: (accounts: number, total: string) =>
      `Начислено ${total} ₽ по ${counted(accounts, 'счёту', 'счетам', 'счетам')}.`,
    booked: (total: string) => `Вместе со строками вручную и сторно: ${total} ₽.`,
    dryRun: 'Что, если: другой тариф или норматив',
    table: 'Все замечания таблицей',
    correct: 'Исправить дома, начисленные по прежним данным',
    afterApply: 'Станут доступны, когда месяц проведён.',
    oneReceipt: 'Квитанция одного счёта',
    noHouses: 'Домов пока нет: месяц начинается с дома, его счетов и тарифов.',
    ahead: (last: string) => `Рано: последний месяц, который уже можно рассчитать, — ${last}.`,
    unbilled: (since: string) => `Начислять некому: счета есть только ${since}.`,
    toMonth: (month: string) => `Открыть месяц: ${month}`,
  },
  {
    title: (month) => `Month: ${month}`,
    before: 'Previous month',
    after: 'Next month',
    first: 'Calculate charges first.',
    calculated: (accounts, total) => `${total} ₽ charged to ${countedEn(accounts, 'account')}.`,
    booked: (total) => `With lines by hand and reversals: ${total} ₽.`,
    dryRun: 'Dry run: another tariff or norm',
    table: 'All remarks as a table',
    correct: 'Correct the houses charged by former data',
    afterApply: 'Available once the month is applied.',
    oneReceipt: 'Receipt of one account',
    noHouses: 'No houses yet: a month needs a house with its accounts and tariffs.',
    ahead: (last) => `Too early: the last month that can be charged now is ${last}.`,
    unbilled: (since) => `Nobody to charge: there are accounts only ${since}.`,
    toMonth: (month) => `Open the month: ${month}`,
  },
);
const route = getRouteApi('/signed-in/month/$period');

export function MonthPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { period } = route.useParams();
  const step = (months: number, label: string, sign: 'before' | 'after'): ReactElement => (
    <Link
      className="button"
      to="/month/$period"
      params={{ period: monthFrom(period, months) }}
      aria-label={label}
    >
      <Icon name={sign} />
    </Link>
  );
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={t.title(showMonth(period, language))}
          actions={
            <>
              {step(-1, t.before, 'before')}
              {step(1, t.after, 'after')}
            </>
          }
        >
          <Steps key={`${id} ${period}`} organizationId={id} period={period} />
        </Page>
      )}
    </OfOrganization>
  );
}

function Steps({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const houses = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={houses}>
      {(all) =>
        all.length === 0 ? (
          <HousesFirst>{t.noHouses}</HousesFirst>
        ) : (
          <StepsOfHouses organizationId={organizationId} period={period} houses={all} />
        )
      }
    </Answered>
  );
}

function StepsOfHouses({
  organizationId,
  period,
  houses,
}: Pick<KnownMonth, 'organizationId' | 'period' | 'houses'>): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const cycles = useQuery(cyclesOf(organizationId));
  const last = monthFrom(thisMonth(), 1);
  const first = firstMonthOf(houses) ?? period;
  return (
    <Answered query={cycles}>
      {(known) => {
        const worked = workedMonthOf(known, thisMonth());
        if (period > last)
          return <OtherMonth period={worked}>{t.ahead(showMonth(last, language))}</OtherMonth>;
        const cycle = known.find((each) => periodOf(each) === period);
        if (cycle === undefined && period < first)
          return (
            <OtherMonth period={worked < first ? first : worked}>
              {t.unbilled(showSinceMonth(first, language))}
            </OtherMonth>
          );
        const status = cycle?.status;
        const isApplied = status === 'APPLIED' || status === 'CLOSED';
        return (
          <StepsOf
            organizationId={organizationId}
            period={period}
            cycle={cycle}
            closing={closedWith(known, period)}
            houses={houses}
            isApplied={isApplied}
          />
        );
      }}
    </Answered>
  );
}

/** In place of a month that cannot be charged: why, and the way to one that can. */
function OtherMonth({
  period,
  children,
}: {
  readonly period: string;
  readonly children: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <Empty
      action={
        <Link className="button primary" to="/month/$period" params={{ period }}>
          {t.toMonth(showMonth(period, language))}
        </Link>
      }
    >
      {children}
    </Empty>
  );
}

type KnownMonth = {
  readonly organizationId: number;
  readonly period: string;
  readonly cycle: BillingCycle | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing: string | undefined;
  readonly houses: readonly House[];
  readonly isApplied: boolean;
};

/** Each step says what is done and what is missing. */
function StepsOf(month: KnownMonth): ReactElement {
  const { organizationId, period, cycle, closing, houses, isApplied } = month;
  const t = useWords(WORDS);
  useNamedStep();
  const isClosed = cycle?.status === 'CLOSED' || closing !== undefined;
  const mayWork = useMay('accountant') && !isClosed;
  const counts = useQuery(readingCounts(organizationId, period));
  const { data: summary } = useQuery(monthSummary(organizationId, period));
  const { data: checks = [] } = useQuery({
    ...checksOf(cycle?.id ?? 0),
    enabled: cycle !== undefined,
  });
  const totals = summary?.totals;
  const of = progressOf({ cycle, closing, counts: counts.data ?? [], totals, checks });
  const money = { summary, checks };
  return (
    <>
      <ProgressLine {...{ of, period, closing }} />
      <ol className="steps">
        <Step name="readings" of={of}>
          <Answered query={counts}>
            {(found) => <ReadingsOfMonth counts={found} period={period} />}
          </Answered>
        </Step>
        <Step name="payments" of={of}>
          <PaymentsOfMonth {...money} houses={houses.length} period={period} />
        </Step>
        <Step name="penalties" of={of}>
          <PenaltiesOfMonth {...money} />
        </Step>
        <Step name="calculate" of={of}>
          <Calculated cycle={cycle} totals={totals} period={period} />
          <Outdated {...{ cycle, closing }} />
          <CalculationOfHouses
            {...{ organizationId, period, cycle, closing, houses }}
            isOpen={mayWork && houses.length > 0}
          />
        </Step>
        <Step name="look" of={of}>
          <Look {...{ cycle, closing, checks, houses, period }} mayAccept={mayWork} />
        </Step>
        <Step name="apply" of={of}>
          <ApplyHouses {...{ cycle, closing, houses }} onApplied={reloadBilling} />
        </Step>
        <Step name="receipts" of={of}>
          {isApplied ? (
            <Receipts organizationId={organizationId} houses={houses} period={period} />
          ) : (
            <p className="soft">
              {closing === undefined ? t.afterApply : <ClosedWith closing={closing} />}
            </p>
          )}
        </Step>
        <Step name="close" of={of}>
          <CloseMonth {...{ cycle, closing, checks }} onClosed={reloadBilling} />
        </Step>
      </ol>
    </>
  );
}

/** Scrolls to the step in the address, which is only rendered once the month is loaded. */
function useNamedStep(): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const step = hash === '' ? null : document.getElementById(hash);
    step?.scrollIntoView();
    step?.focus({ preventScroll: true });
  }, [hash]);
}

/** What is charged so far, and a link to trying another tariff. */
function Calculated({
  cycle,
  totals,
  period,
}: {
  readonly cycle: BillingCycle | undefined;
  readonly totals: MonthSummary['totals'] | undefined;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const booked = totals !== undefined && signOf(totals.drafted) === 0 ? totals.charged : undefined;
  return (
    <p className="row">
      {cycle !== undefined && cycle.accounts > 0 && (
        <span>
          {t.calculated(cycle.accounts, showFigure(cycle.chargesTotal))}
          {booked !== undefined && booked !== cycle.chargesTotal && (
            <> {t.booked(showFigure(booked))}</>
          )}
        </span>
      )}
      <ForRole least="accountant">
        <Link to="/month/$period/dry-run" params={{ period }}>
          {t.dryRun}
        </Link>
      </ForRole>
    </p>
  );
}

function Look({
  cycle,
  closing,
  checks,
  houses,
  period,
  mayAccept,
}: {
  readonly cycle: BillingCycle | undefined;
  /** The later month that it was closed with, if any. */
  readonly closing: string | undefined;
  readonly checks: readonly ClosingCheck[];
  readonly houses: readonly House[];
  readonly period: string;
  readonly mayAccept: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const { counts: sayCounts } = useWords(COUNT_WORDS);
  if (cycle === undefined)
    return (
      <p className="soft">{closing === undefined ? t.first : <ClosedWith closing={closing} />}</p>
    );
  const counts = countOfChecks(checks);
  const isOutdated = checks.some(({ code, count }) => code === 'outdated-charges' && count > 0);
  return (
    <div className="stack">
      {counts.all > 0 && (
        <p>
          {sayCounts(counts)}.{' '}
          <Link to="/month/$period/remarks" params={{ period }}>
            {t.table}
          </Link>
        </p>
      )}
      {isOutdated && cycle.status !== 'DRAFT' && (
        <ForRole least="accountant">
          <Link to="/corrections" search={{ periodFrom: period, periodTo: period }}>
            {t.correct}
          </Link>
        </ForRole>
      )}
      <CheckList cycleId={cycle.id} {...{ houses, mayAccept }} />
    </div>
  );
}

function Receipts({
  organizationId,
  houses,
  period,
}: {
  readonly organizationId: number;
  readonly houses: readonly House[];
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const [account, setAccount] = useState<PersonalAccount>();
  const mayMake = useMay('accountant');
  return (
    <div className="stack">
      <ReceiptFileMaker
        organizationId={organizationId}
        period={period}
        houses={houses}
        mayMake={mayMake}
      />
      <DeliveryMaker
        organizationId={organizationId}
        period={period}
        houses={houses}
        mayMake={mayMake}
      />
      <h3>{t.oneReceipt}</h3>
      <div className="row end">
        <AccountField organizationId={organizationId} account={account} onChoose={setAccount} />
        {account !== undefined && (
          <ReceiptButton key={account.id} accountId={account.id} period={period} />
        )}
      </div>
    </div>
  );
}
