// The penalty rates, newest first.
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { sayBasis } from './rate-basis.ts';

const WORDS = inBoth(
  {
    caption: 'Ставки',
    from: 'С',
    to: 'По',
    base: 'Ключевая, %',
    effective: 'Для пеней, %',
    basis: 'Основание',
    source: 'Откуда',
    import: 'загружена',
    manual: 'вручную',
    open: 'действует',
    change: 'Изменить',
    changeOf: (from: string) => `Изменить ставку с ${from}`,
  },
  {
    caption: 'Rates',
    from: 'From',
    to: 'To',
    base: 'Key rate, %',
    effective: 'Penalties, %',
    basis: 'Basis',
    source: 'Source',
    import: 'imported',
    manual: 'manual',
    open: 'in force',
    change: 'Change',
    changeOf: (from) => `Change the rate from ${from}`,
  },
);

export function RateTable({
  rates,
  onChange,
}: {
  readonly rates: readonly PenaltyRate[];
  /** Undefined for users who may not. */
  readonly onChange: ((rate: PenaltyRate) => void) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const columns: readonly Column<PenaltyRate>[] = [
    { title: t.from, isName: true, cell: ({ validFrom }) => showDay(validFrom) },
    {
      title: t.to,
      cell: ({ validTo }) =>
        validTo === null ? <span className="badge good">{t.open}</span> : showDay(validTo),
    },
    {
      title: t.base,
      isFigure: true,
      cell: ({ baseCbrRate }) => showShortFigure(baseCbrRate),
    },
    {
      title: t.effective,
      isFigure: true,
      cell: ({ baseCbrRate, effectiveRate }) => (
        <span className={baseCbrRate === effectiveRate ? '' : 'odd'}>
          {showShortFigure(effectiveRate)}
        </span>
      ),
    },
    {
      title: t.basis,
      isExtra: true,
      cell: ({ description }) => (
        <span className="small soft">{sayBasis(description, language)}</span>
      ),
    },
    { title: t.source, isExtra: true, cell: ({ source }) => t[source] },
  ];
  const change: Column<PenaltyRate> = {
    title: t.change,
    isAction: true,
    cell: (rate) => (
      <Button
        kind="quiet"
        className="in-table"
        aria-label={t.changeOf(showDay(rate.validFrom))}
        onClick={() => onChange?.(rate)}
      >
        {t.change}
      </Button>
    ),
  };
  return (
    <LongTable
      caption={t.caption}
      rows={rates}
      keyOf={({ id }) => id}
      columns={onChange === undefined ? columns : [...columns, change]}
    />
  );
}
