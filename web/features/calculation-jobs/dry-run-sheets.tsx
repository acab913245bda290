// A dry run: overrides are added one by one, each can be removed again, and the month is computed with all of them.
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { methodWords, OverrideForm, type Chargeable } from './override-form.tsx';
import { tryMonth } from './dry-runs.ts';
import { overridesOf, placeOf, type Override } from './overrides.ts';

const WORDS = inBoth(
  {
    title: 'Что, если',
    how: 'Месяц посчитается с другими значениями. Ничего не сохранится: начисления, тарифы и карточки останутся как есть.',
    tariff: 'тариф',
    norm: 'норматив',
    commonNeeds: (method: string) => `КР на СОИ ${method}`,
    drop: (what: string) => `Убрать: ${what}`,
    asIs: 'Посчитать как есть',
    result: 'Что получится',
  },
  {
    title: 'Dry run',
    how: 'The month is computed with other values. Nothing is stored: charges, tariffs and accounts stay as they are.',
    tariff: 'tariff',
    norm: 'norm',
    commonNeeds: (method) => `common-house needs ${method}`,
    drop: (what) => `Drop: ${what}`,
    asIs: 'Calculate as things are',
    result: 'What it comes to',
  },
);

export function DryRunSheets({
  where,
  period,
  services,
  children,
  ...names
}: {
  readonly where: { readonly houseId: number } | { readonly organizationId: number };
  readonly period: string;
  readonly services: readonly Chargeable[];
  /** Above the form: which houses. */
  readonly children: ReactNode;
  readonly houseNameOf: (houseId: number) => ReactNode;
  readonly accountNameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [overrides, setOverrides] = useState<readonly Override[]>([]);
  const [result, setResult] = useState<DryRun>();
  const tryWith = async (all: readonly Override[]): Promise<DryRun> =>
    tryMonth({ ...where, period, overrides: overridesOf(all) });
  const trying = useMutation({
    mutationFn: tryWith,
    onSuccess: (found, all) => {
      setOverrides(all);
      setResult(found);
    },
  });
  return (
    <div className="stack">
      <Sheet title={t.title}>
        <div className="body narrow stack">
          <p className="soft">{t.how}</p>
          {children}
          {overrides.length > 0 && (
            <OverrideList
              overrides={overrides}
              isBusy={trying.isPending}
              onDrop={(one) => trying.mutate(overrides.filter((other) => other !== one))}
            />
          )}
          <OverrideForm
            services={services}
            onAdd={async (one) => {
              const others = overrides.filter((other) => placeOf(other) !== placeOf(one));
              const all = [...others, one];
              const found = await tryWith(all);
              trying.reset();
              setOverrides(all);
              setResult(found);
            }}
          />
          {overrides.length === 0 && (
            <div className="row">
              <Button isBusy={trying.isPending} onClick={() => trying.mutate([])}>
                {t.asIs}
              </Button>
            </div>
          )}
          {trying.error !== null && <FailureNote error={trying.error} />}
        </div>
      </Sheet>
      {result !== undefined && <DryRunResult title={t.result} tried={result} {...names} />}
    </div>
  );
}

function OverrideList({
  overrides,
  isBusy,
  onDrop,
}: {
  readonly overrides: readonly Override[];
  readonly isBusy: boolean;
  readonly onDrop: (one: Override) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const say = useSayOverride();
  return (
    <ul className="stack small">
      {overrides.map((one) => (
        <li key={placeOf(one)} className="row">
          {say(one)}
          <Button
            kind="quiet"
            className="in-table"
            aria-label={t.drop(say(one))}
            isBusy={isBusy}
            onClick={() => onDrop(one)}
          >
            ✕
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useSayOverride(): (one: Override) => string {
  const t = useWords(WORDS);
  const methods = useWords(methodWords);
  const { component } = useWords(chargingWords);
  return (one) => {
    if (one.what === 'common-needs') return t.commonNeeds(methods[one.method]);
    const part = one.component === null ? '' : ` (${component[one.component]})`;
    return `${one.serviceName}${part}, ${t[one.what]}: ${showShortFigure(one.value)}`;
  };
}
