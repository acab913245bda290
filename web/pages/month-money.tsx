// The readings, payments and penalties of a month, house by house: what is done, what is missing, and where to do it.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { MonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import type { ReadingCounts } from '@kvartplata/contracts/core/readings.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ReadCount } from '../features/readings/read-count.tsx';
import { lastDayOf, today } from '../lib/days.ts';
import { showFigure, signOf } from '../lib/figures.ts';
import { unbroken } from '../lib/unbroken.ts';
import { useMay } from '../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { ForRole } from '../ui/for-role.tsx';
import { Empty } from '../ui/states.tsx';

const WORDS = inBoth(
  {
    noHouses: 'Сначала добавьте дом.',
    noMeters: 'Приборов в этом месяце нет.',
    read: (read: number, all: number) => `Снято ${read} из ${all}.`,
    lacking: (houses: number, all: number) => `Не хватает показаний: домов ${houses} из ${all}.`,
    allRead: (all: number) => `Показания сняты: все ${all}.`,
    where: 'Где не хватает',
    houses: 'По домам',
    odd: 'есть ли странные?',
    allOdd: 'Странные показания всех домов',
    byFile: 'Загрузить показания файлом',
    oddOf: (address: string) => `Есть ли странные? ${address}`,
    moreHouses: (count: number) => `и ещё ${counted(count, 'дом', 'дома', 'домов')}`,
    paid: (amount: string, houses: number, all: number) =>
      `Оплачено за месяц ${amount} ₽, домов с платежами: ${houses} из ${all}.`,
    noPayments: 'Платежей за этот месяц пока нет.',
    unidentified: (count: number) =>
      `Без счёта: ${counted(count, 'платёж', 'платежа', 'платежей')}`,
    waiting: (count: number) =>
      `Ждут второго человека: ${counted(count, 'строка', 'строки', 'строк')} вручную`,
    enter: 'Ввести платежи',
    payments: 'Платежи месяца',
    registry: 'Загрузить реестр банка',
    penalties: (amount: string) => `Начислено пеней за месяц: ${amount} ₽.`,
    notAccrued: (houses: number) => `Не начислены: ${counted(houses, 'дом', 'дома', 'домов')}.`,
    accrued: 'Начислены везде, где есть за что.',
    accrue: 'Начислить пени',
  },
  {
    noHouses: 'Add a house first.',
    noMeters: 'No meters this month.',
    read: (read, all) => `${read} of ${all} read.`,
    lacking: (houses, all) => `Readings are missing in ${houses} of ${countedEn(all, 'house')}.`,
    allRead: (all) => `All ${all} are read.`,
    where: 'Where they are missing',
    houses: 'House by house',
    odd: 'any odd ones?',
    allOdd: 'Odd readings of all houses',
    byFile: 'Import readings from a file',
    oddOf: (address) => `Any odd ones? ${address}`,
    moreHouses: (count) => `and ${countedEn(count, 'more house', 'more houses')}`,
    paid: (amount, houses, all) =>
      `${amount} ₽ paid in the month, in ${houses} of ${countedEn(all, 'house')}.`,
    noPayments: 'No payments of this month yet.',
    unidentified: (count) => `${countedEn(count, 'payment')} without an account`,
    waiting: (count) => `${countedEn(count, 'line')} by hand waiting for a second person`,
    enter: 'Enter payments',
    payments: 'Payments of the month',
    registry: 'Import a bank registry',
    penalties: (amount) => `Penalties of the month: ${amount} ₽.`,
    notAccrued: (houses) => `Not accrued in ${countedEn(houses, 'house')}.`,
    accrued: 'Accrued wherever they are due.',
    accrue: 'Accrue penalties',
  },
);
const SHOWN_HOUSES = 10;

type Counts = readonly ReadingCounts['items'][number][];

export function ReadingsOfMonth({
  counts,
  period,
}: {
  readonly counts: Counts;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  if (counts.length === 0) return <Empty>{t.noHouses}</Empty>;
  const [read, meters] = [sum(counts, 'read'), sum(counts, 'meters')];
  if (meters === 0) return <p>{t.noMeters}</p>;
  const lacking = counts
    .filter((house) => house.read < house.meters)
    .toSorted((a, b) => b.meters - b.read - (a.meters - a.read));
  return (
    <div className="stack">
      <p>
        {lacking.length === 0
          ? t.allRead(meters)
          : `${t.read(read, meters)} ${t.lacking(lacking.length, counts.length)}`}
      </p>
      <details open={counts.length <= SHOWN_HOUSES}>
        <summary>{lacking.length === 0 ? t.houses : t.where}</summary>
        <Houses all={lacking.length === 0 ? counts : lacking} period={period} />
      </details>
      <div className="row">
        {read > 0 && (
          <Link className="button" to="/month/$period/odd-readings" params={{ period }}>
            {t.allOdd}
          </Link>
        )}
        <ForRole least="accountant">
          <Link className="button" to="/imports" search={{ kind: 'readings', period }}>
            {t.byFile}
          </Link>
        </ForRole>
      </div>
    </div>
  );
}

function Houses({ all, period }: { readonly all: Counts; readonly period: string }): ReactElement {
  const t = useWords(WORDS);
  const shown = all.slice(0, SHOWN_HOUSES);
  return (
    <ul>
      {shown.map((count) => {
        const params = { houseId: String(count.houseId), period };
        return (
          <li key={count.houseId}>
            {unbroken(count.address)}:{' '}
            <Link to="/houses/$houseId/readings/$period" params={params}>
              <ReadCount of={count} />
            </Link>
            {count.read > 0 && (
              <>
                ,{' '}
                <Link
                  to="/houses/$houseId/readings/$period"
                  params={params}
                  search={{ show: 'odd' }}
                  aria-label={t.oddOf(count.address)}
                >
                  {t.odd}
                </Link>
              </>
            )}
          </li>
        );
      })}
      {all.length > shown.length && (
        <li>
          <Link to="/" search={{ period }}>
            {t.moreHouses(all.length - shown.length)}
          </Link>
        </li>
      )}
    </ul>
  );
}

type OfMoney = {
  readonly summary: MonthSummary | undefined;
  readonly checks: readonly ClosingCheck[];
};

export function PaymentsOfMonth({
  summary,
  checks,
  houses,
  period,
}: OfMoney & { readonly houses: number; readonly period: string }): ReactElement {
  const t = useWords(WORDS);
  const paying = summary?.items.filter(({ paid }) => signOf(paid) !== 0).length ?? 0;
  const unidentified = openOf(checks, 'unidentified-payments');
  const mayWork = useMay('accountant');
  const waiting = openOf(checks, 'waiting-adjustments');
  const day = period === today().slice(0, 7) ? today() : lastDayOf(period);
  return (
    <div className="stack">
      {summary !== undefined && (
        <p>
          {paying === 0 ? t.noPayments : t.paid(showFigure(summary.totals.paid), paying, houses)}
        </p>
      )}
      {unidentified > 0 && (
        <p>
          <Link className="odd" to="/payments/unidentified">
            {t.unidentified(unidentified)}
          </Link>
        </p>
      )}
      {waiting > 0 && <p className="odd">{t.waiting(waiting)}</p>}
      <div className="row">
        <Link className="button" to="/payments" search={{ day, span: 'month' }}>
          {mayWork ? t.enter : t.payments}
        </Link>
        <ForRole least="accountant">
          <Link className="button" to="/payments/imports">
            {t.registry}
          </Link>
        </ForRole>
      </div>
    </div>
  );
}

export function PenaltiesOfMonth({ summary, checks }: OfMoney): ReactElement {
  const t = useWords(WORDS);
  const left = openOf(checks, 'penalties-not-accrued');
  return (
    <div className="stack">
      {summary !== undefined && (
        <p>
          {t.penalties(showFigure(summary.totals.penalty))}{' '}
          {checks.length > 0 && (
            <span className={left > 0 ? 'odd' : ''}>
              {left > 0 ? t.notAccrued(left) : t.accrued}
            </span>
          )}
        </p>
      )}
      <ForRole least="accountant">
        <div>
          <Link className="button" to="/penalties/accruals">
            {t.accrue}
          </Link>
        </div>
      </ForRole>
    </div>
  );
}

function openOf(checks: readonly ClosingCheck[], code: ClosingCheck['code']): number {
  return checks.find((check) => check.code === code)?.open ?? 0;
}

function sum(counts: Counts, name: 'read' | 'meters'): number {
  return counts.reduce((all, count) => all + count[name], 0);
}
