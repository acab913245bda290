// /month/:period: a month from its readings to its end, one step after the other.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { closeCycle, cyclesOf, periodOf } from '../features/cycles/cycles.ts';
import { CycleStep } from '../features/cycles/cycle-step.tsx';
import { ReopenStep } from '../features/cycles/reopen-step.tsx';
import { CheckList } from '../features/closing-checks/check-list.tsx';
import { checksOf } from '../features/closing-checks/closing-checks.ts';
import { allHousesOf } from '../features/houses/houses.ts';
import { AccountField } from '../features/personal-accounts/account-field.tsx';
import { ReadCount } from '../features/readings/read-count.tsx';
import { readingCounts } from '../features/readings/readings.ts';
import { ReceiptFileMaker } from '../features/receipt-files/receipt-file-maker.tsx';
import { ReceiptButton } from '../features/receipts/receipt-button.tsx';
import { SealCheck } from '../features/seals/seal-check.tsx';
import { monthFrom, showDay, showMonth, today } from '../lib/days.ts';
import { reloadBilling } from '../lib/queries.ts';
import { useMay } from '../lib/role.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { ApplyHouses, CalculationOfHouses } from './month-houses.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Месяц: ${month}`,
    before: 'Предыдущий месяц',
    after: 'Следующий месяц',
    readings: 'Снять показания',
    calculate: 'Рассчитать начисления',
    look: 'Посмотреть замечания',
    apply: 'Провести',
    receipts: 'Напечатать квитанции',
    close: 'Закрыть месяц',
    noHouses: 'Сначала добавьте дом.',
    moreHouses: (count: number) => `и ещё ${counted(count, 'дом', 'дома', 'домов')}`,
    first: 'Сначала рассчитайте начисления.',
    afterApply: 'Станут доступны, когда месяц проведён.',
    notYours: 'Это делает бухгалтер.',
    closeAsk: 'Закрыть месяц',
    closeWarning:
      'В закрытый месяц и в месяцы до него больше ничего не запишется. Итоги закрепит печать.',
    confirm: 'Да, всё верно',
    closed: 'Месяц закрыт.',
    closedOn: (on: string) => `Закрыт ${on}.`,
  },
  {
    title: (month) => `Month: ${month}`,
    before: 'Previous month',
    after: 'Next month',
    readings: 'Enter readings',
    calculate: 'Calculate charges',
    look: 'Check remarks',
    apply: 'Apply',
    receipts: 'Print receipts',
    close: 'Close the month',
    noHouses: 'Add a house first.',
    moreHouses: (count) => `and ${countedEn(count, 'more house', 'more houses')}`,
    first: 'Calculate charges first.',
    afterApply: 'Available once the month is applied.',
    notYours: 'Accountants do this.',
    closeAsk: 'Close the month',
    closeWarning:
      'After this, no entries can be booked in this or any earlier month. A seal keeps the totals.',
    confirm: 'Yes, go ahead',
    closed: 'The month is closed.',
    closedOn: (on) => `Closed on ${on}.`,
  },
);
const route = getRouteApi('/signed-in/month/$period');
const SHOWN_HOUSES = 30;

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
  const mayWork = useMay('accountant');
  const cycles = useQuery(cyclesOf(organizationId));
  const { data: all = [] } = useQuery(allHousesOf(organizationId));
  return (
    <Answered query={cycles}>
      {(known) => {
        const cycle = known.find((each) => periodOf(each) === period);
        const status = cycle?.status;
        const isApplied = status === 'APPLIED' || status === 'CLOSED';
        const areAllApplied = isApplied && cycle?.housesNotApplied === 0;
        return (
          <ol className="steps">
            <Step title={t.readings} isDone={areAllApplied}>
              <Readings organizationId={organizationId} period={period} />
            </Step>
            <Step title={t.calculate} isDone={areAllApplied}>
              <CalculationOfHouses
                organizationId={organizationId}
                period={period}
                cycle={cycle}
                houses={all}
                isOpen={mayWork && status !== 'CLOSED' && all.length > 0}
              />
            </Step>
            <Look cycle={cycle} mayAccept={mayWork && status !== 'CLOSED'} />
            <Step title={t.apply} isDone={areAllApplied}>
              <ApplyHouses cycle={cycle} houses={all} onApplied={reloadBilling} />
            </Step>
            <Step title={t.receipts} isDone={status === 'CLOSED'}>
              {isApplied ? (
                <Receipts organizationId={organizationId} houses={all} period={period} />
              ) : (
                <p className="soft">{t.afterApply}</p>
              )}
            </Step>
            <Step title={t.close} isDone={status === 'CLOSED'}>
              <Close cycle={cycle} onClosed={reloadBilling} />
            </Step>
          </ol>
        );
      }}
    </Answered>
  );
}

function Step({
  title,
  isDone,
  children,
}: {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <li className={`sheet ${isDone ? 'done' : ''}`}>
      <h2>{title}</h2>
      <div>{children}</div>
    </li>
  );
}

/** Done when nothing is left to look at. */
function Look({
  cycle,
  mayAccept,
}: {
  readonly cycle: BillingCycle | undefined;
  readonly mayAccept: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const { data: checks = [] } = useQuery({
    ...checksOf(cycle?.id ?? 0),
    enabled: cycle !== undefined,
  });
  const isDone =
    checks.length > 0 && checks.every(({ state }) => state === 'OK' || state === 'ACCEPTED');
  return (
    <Step title={t.look} isDone={isDone}>
      {cycle === undefined ? (
        <p className="soft">{t.first}</p>
      ) : (
        <CheckList cycleId={cycle.id} mayAccept={mayAccept} />
      )}
    </Step>
  );
}

/** Those that lack readings first. */
function Readings({
  organizationId,
  period,
}: {
  readonly organizationId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(readingCounts(organizationId, period));
  return (
    <Answered query={query}>
      {(counts) => {
        if (counts.length === 0) return <Empty>{t.noHouses}</Empty>;
        const all = counts.toSorted((a, b) => b.meters - b.read - (a.meters - a.read));
        const shown = all.slice(0, SHOWN_HOUSES);
        return (
          <ul>
            {shown.map((count) => (
              <li key={count.houseId}>
                {count.address}:{' '}
                <Link
                  to="/houses/$houseId/readings/$period"
                  params={{ houseId: String(count.houseId), period }}
                >
                  <ReadCount of={count} />
                </Link>
              </li>
            ))}
            {all.length > shown.length && (
              <li>
                <Link to="/" search={{ period }}>
                  {t.moreHouses(all.length - shown.length)}
                </Link>
              </li>
            )}
          </ul>
        );
      }}
    </Answered>
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
  const [account, setAccount] = useState<PersonalAccount>();
  return (
    <div className="stack">
      <ReceiptFileMaker
        organizationId={organizationId}
        period={period}
        houses={houses}
        mayMake={useMay('accountant')}
      />
      <div className="row end">
        <AccountField organizationId={organizationId} account={account} onChoose={setAccount} />
        {account !== undefined && (
          <ReceiptButton key={account.id} accountId={account.id} period={period} />
        )}
      </div>
    </div>
  );
}

function Close({
  cycle,
  onClosed,
}: {
  readonly cycle: BillingCycle | undefined;
  readonly onClosed: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const mayWork = useMay('accountant');
  if (cycle === undefined || cycle.status === 'DRAFT')
    return <p className="soft">{t.afterApply}</p>;
  if (cycle.closedAt !== null)
    return (
      <div className="stack">
        <p>{t.closedOn(showDay(today(new Date(cycle.closedAt))))}</p>
        <SealCheck cycleId={cycle.id} />
        <ReopenStep cycleId={cycle.id} onReopened={onClosed} />
      </div>
    );
  if (!mayWork) return <p className="soft">{t.notYours}</p>;
  return (
    <CycleStep
      ask={t.closeAsk}
      warning={t.closeWarning}
      confirm={t.confirm}
      act={async () => {
        await closeCycle(cycle.id);
        tell(t.closed);
        await onClosed();
      }}
    />
  );
}
