// The first steps of a new organization: what exists for each, and a link to the next one.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { ListedHouse } from '@kvartplata/contracts/core/houses.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { checksOf } from '../features/closing-checks/closing-checks.ts';
import { setupsOf } from '../features/house-setups/house-setups.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { openingsOf } from '../features/opening-balances/opening-balances.ts';
import { readingCounts } from '../features/readings/readings.ts';
import { monthSummary } from '../features/reports/month-summary.ts';
import { showMonth, today } from '../lib/days.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Answered } from '../ui/states.tsx';
import { StepItem } from '../ui/step.tsx';
import { beginningOf, FIRST_STEPS, type Beginning, type FirstStep } from './first-steps.ts';
import { progressOf } from './month-progress.ts';
import { ProgressLine, type MonthProgress } from './month-step.tsx';

const WORDS = inBoth(
  {
    begin: 'С чего начать',
    doneOf: (done: number, all: number) => `Сделано шагов: ${done} из ${all}.`,
    titles: {
      houses: 'Добавить дома',
      accounts: 'Завести помещения и счета',
      services: 'Настроить услуги и тарифы',
      meters: 'Завести приборы учёта',
      readings: 'Снять показания',
      month: 'Рассчитать и закрыть первый месяц',
    },
    noHouses:
      'Домов пока нет. Добавьте первый, загрузите все из файла или перенесите дома, счета, тарифы и долги из прежней программы.',
    houses: (count: number) => `${counted(count, 'дом', 'дома', 'домов')}.`,
    accounts: (count: number) =>
      `${counted(count, 'открытый счёт', 'открытых счёта', 'открытых счетов')}.`,
    without: (houses: number) => `Без счетов: ${counted(houses, 'дом', 'дома', 'домов')}.`,
    setUp: (done: number, all: number) =>
      `Услуги с тарифами: у ${done} из ${counted(all, 'дома', 'домов', 'домов')}.`,
    meters: (count: number) => `${counted(count, 'прибор', 'прибора', 'приборов')}.`,
    noMeters: 'Приборов пока нет, а среди услуг есть такие, что начисляются по ним.',
    house: 'Когда будет дом.',
    later: 'Когда будут настроены услуги.',
    afterMeters: 'Когда будут приборы.',
    notNeeded: 'Услуг, которые начисляются по приборам, нет: этот шаг не нужен.',
    noReadings: 'Снимать нечего: приборов нет.',
    read: (month: string, read: number, all: number) => `За ${month}: снято ${read} из ${all}.`,
    before: 'Когда есть счета и услуги с тарифами.',
    add: 'Добавить дом',
    move: 'Переезд из другой программы',
    file: 'Загрузить из файла',
    openHouse: 'Открыть дом без счетов',
    ofHouse: { services: 'Услуги и тарифы дома', meters: 'Приборы дома' },
    setups: 'Услуги домов таблицей',
    setupsFile: 'Настроить из файла',
    openReadings: 'Внести показания',
    openMonth: (month: string) => `Открыть месяц: ${month}`,
    brought:
      'Есть долги, пени или переплаты из прежней программы? Внесите их, пока месяц не закрыт: тогда они войдут в сальдо на его начало.',
    bring: 'Начальные остатки',
  },
  {
    begin: 'First steps',
    doneOf: (done, all) => `Steps done: ${done} of ${all}.`,
    titles: {
      houses: 'Add houses',
      accounts: 'Enter rooms and accounts',
      services: 'Set up services and tariffs',
      meters: 'Enter meters',
      readings: 'Enter readings',
      month: 'Calculate and close the first month',
    },
    noHouses:
      'No houses yet. Add the first one, import all of them from a file, or move houses, accounts, tariffs and debts in from your former program.',
    houses: (count) => `${countedEn(count, 'house')}.`,
    accounts: (count) => `${countedEn(count, 'open account')}.`,
    without: (houses) => `Without accounts: ${countedEn(houses, 'house')}.`,
    setUp: (done, all) => `Services with tariffs in ${done} of ${countedEn(all, 'house')}.`,
    meters: (count) => `${countedEn(count, 'meter')}.`,
    noMeters: 'No meters yet, and some services are charged by them.',
    house: 'Once there is a house.',
    later: 'Once services are set up.',
    afterMeters: 'Once there are meters.',
    notNeeded: 'No service is charged by meters: this step is not needed.',
    noReadings: 'Nothing to read: there are no meters.',
    read: (month, read, all) => `${month}: ${read} of ${all} read.`,
    before: 'Once there are accounts, and services with tariffs.',
    add: 'Add a house',
    move: 'Move from another program',
    file: 'Import from a file',
    openHouse: 'Open a house without accounts',
    ofHouse: { services: 'Services and tariffs of the house', meters: 'Meters of the house' },
    setups: 'Services of the houses as a table',
    setupsFile: 'Set up from a file',
    openReadings: 'Enter readings',
    openMonth: (month) => `Open the month: ${month}`,
    brought:
      'Are there debts, penalties or overpayments from your former program? Bring them in before the month is closed: then they are in its opening balance.',
    bring: 'Opening balances',
  },
);

export function FirstSteps({
  organizationId,
  period,
  cycle,
}: {
  readonly organizationId: number;
  readonly period: string;
  readonly cycle: BillingCycle | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const [on] = useState(today);
  // A user who returns from a step sees its result, whatever was cached before.
  const readAgain = { staleTime: 0 };
  const houses = useQuery({ ...allHousesOf(organizationId), ...readAgain });
  const setups = useQuery({ ...setupsOf(organizationId, on), ...readAgain });
  const counts = useQuery({
    ...readingCounts(organizationId, period),
    ...readAgain,
    // Keeps that of another month meanwhile.
    placeholderData: keepPreviousData,
  });
  const { data: summary } = useQuery(monthSummary(organizationId, period));
  const { data: checks = [] } = useQuery({
    ...checksOf(cycle?.id ?? 0),
    enabled: cycle !== undefined,
  });
  if (!houses.data) return <Answered query={houses}>{nothing}</Answered>;
  if (!setups.data) return <Answered query={setups}>{nothing}</Answered>;
  if (!counts.data) return <Answered query={counts}>{nothing}</Answered>;
  const month = progressOf({ cycle, counts: counts.data, totals: summary?.totals, checks });
  const of = beginningOf({
    houses: houses.data,
    setups: setups.data,
    on,
    counts: counts.data,
    month,
  });
  return (
    <section className="stack" aria-label={t.begin}>
      <p>
        <strong>{t.begin}.</strong> {t.doneOf(of.done.size, FIRST_STEPS.length)}
      </p>
      <ol className="steps">
        {FIRST_STEPS.map((step) => (
          <StepItem
            key={step}
            id={`first-${step}`}
            title={t.titles[step]}
            isDone={of.done.has(step)}
            isNext={of.next === step}
          >
            <div className="stack">
              <State {...{ step, of, month, period, cycle }} houses={houses.data} />
              {!of.done.has(step) && <Ways {...{ step, of, period }} houses={houses.data} />}
              {step === 'month' && !of.done.has('month') && of.done.has('accounts') && (
                <WayToBalances organizationId={organizationId} />
              )}
            </div>
          </StepItem>
        ))}
      </ol>
    </section>
  );
}

const nothing = (): null => null;

type StepProps = {
  readonly step: FirstStep;
  readonly of: Beginning;
  readonly houses: readonly ListedHouse[];
  readonly period: string;
};

/** What exists for a step. */
function State({
  step,
  of,
  houses,
  month,
  period,
  cycle,
}: StepProps & {
  readonly month: MonthProgress;
  readonly cycle: BillingCycle | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const without = houses.filter(({ accounts }) => accounts === 0).length;
  switch (step) {
    case 'houses':
      return <p>{houses.length === 0 ? t.noHouses : t.houses(houses.length)}</p>;
    case 'accounts':
      if (houses.length === 0) return <p className="soft">{t.house}</p>;
      return (
        <p>
          {t.accounts(of.accounts)}{' '}
          {without > 0 && of.accounts > 0 && <span className="odd">{t.without(without)}</span>}
        </p>
      );
    case 'services':
      if (houses.length === 0) return <p className="soft">{t.house}</p>;
      return <p>{t.setUp(of.setUp, houses.length)}</p>;
    case 'meters': {
      if (of.meters > 0) return <p>{t.meters(of.meters)}</p>;
      if (of.isMetered) return <p>{t.noMeters}</p>;
      return <p className="soft">{of.done.has('services') ? t.notNeeded : t.later}</p>;
    }
    case 'readings':
      if (of.meters > 0) return <p>{t.read(showMonth(period, language), of.read, of.meters)}</p>;
      return <p className="soft">{of.done.has('readings') ? t.noReadings : t.afterMeters}</p>;
    case 'month':
      return cycle !== undefined || (of.done.has('accounts') && of.done.has('services')) ? (
        <ProgressLine of={month} period={period} />
      ) : (
        <p className="soft">{t.before}</p>
      );
  }
}

/** Where to do a step. */
function Ways({ step, of, houses, period }: StepProps): ReactNode {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [first, ...others] = houses;
  const only = others.length === 0 ? first : undefined;
  if (step === 'houses') return <WaysToHouses />;
  if (first === undefined) return null;
  switch (step) {
    case 'accounts': {
      const lacking = houses.find(({ accounts }) => accounts === 0) ?? first;
      return (
        <div className="row">
          <OfHouse to="/houses/$houseId" houseId={lacking.id}>
            {t.openHouse}
          </OfHouse>
          <FromFile>{t.file}</FromFile>
        </div>
      );
    }
    case 'services':
      return (
        <div className="row">
          {only === undefined ? (
            <Link className="button" to="/house-setups">
              {t.setups}
            </Link>
          ) : (
            <OfHouse to="/houses/$houseId/services" houseId={only.id}>
              {t.ofHouse.services}
            </OfHouse>
          )}
          <FromFile kind="services">{t.setupsFile}</FromFile>
        </div>
      );
    case 'meters':
      return of.isMetered && <WaysToMeters only={only} />;
    case 'readings':
      return (
        of.meters > 0 && (
          <div className="row">
            <Link className="button" to="/month/$period" params={{ period }} hash="step-readings">
              {t.openReadings}
            </Link>
          </div>
        )
      );
    case 'month':
      return (
        of.done.has('accounts') &&
        of.done.has('services') && (
          <div className="row">
            <Link className="button" to="/month/$period" params={{ period }}>
              {t.openMonth(showMonth(period, language))}
            </Link>
          </div>
        )
      );
  }
}

function WaysToHouses(): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="row">
      <ForRole least="owner">
        <Link className="button primary" to="/houses" search={{ add: true }}>
          {t.add}
        </Link>
      </ForRole>
      <FromFile>{t.file}</FromFile>
      <ForRole least="owner">
        <Link className="button" to="/moves">
          {t.move}
        </Link>
      </ForRole>
    </div>
  );
}

function WaysToMeters({ only }: { readonly only: ListedHouse | undefined }): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="row">
      {only !== undefined && (
        <OfHouse to="/houses/$houseId/meters" houseId={only.id}>
          {t.ofHouse.meters}
        </OfHouse>
      )}
      <FromFile kind="meters">{t.file}</FromFile>
    </div>
  );
}

/** Whether there are any to bring in only the person knows. */
function WayToBalances({ organizationId }: { readonly organizationId: number }): ReactNode {
  const t = useWords(WORDS);
  const { data } = useInfiniteQuery(openingsOf(organizationId));
  const isBrought = data?.pages.some(({ items }) =>
    items.some(({ status, undo }) => status !== 'FAILED' && undo !== 'UNDONE'),
  );
  if (isBrought !== false) return null;
  return (
    <ForRole least="accountant">
      <p className="soft">{t.brought}</p>
      <div className="row">
        <Link className="button" to="/payments/opening">
          {t.bring}
        </Link>
      </div>
    </ForRole>
  );
}

function OfHouse({
  to,
  houseId,
  children,
}: {
  readonly to: '/houses/$houseId' | '/houses/$houseId/services' | '/houses/$houseId/meters';
  readonly houseId: number;
  readonly children: string;
}): ReactElement {
  return (
    <Link className="button" to={to} params={{ houseId: String(houseId) }}>
      {children}
    </Link>
  );
}

function FromFile({
  kind,
  children,
}: {
  readonly kind?: 'services' | 'meters';
  readonly children: string;
}): ReactElement {
  return (
    <ForRole least="accountant">
      <Link className="button" to="/imports" search={kind === undefined ? {} : { kind }}>
        {children}
      </Link>
    </ForRole>
  );
}
