// A dry run: suppositions are added one by one, each can be removed again, and the month is computed with all of them.
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
import { methodWords, SuppositionForm, type Chargeable } from './supposition-form.tsx';
import { tryMonth } from './dry-runs.ts';
import { overridesOf, placeOf, type Supposed } from './suppositions.ts';

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
    title: 'What if',
    how: 'The month is computed with other values. Nothing is stored: charges, tariffs and accounts stay as they are.',
    tariff: 'tariff',
    norm: 'norm',
    commonNeeds: (method) => `common-house needs ${method}`,
    drop: (what) => `Drop: ${what}`,
    asIs: 'Calculate as things are',
    result: 'What it comes to',
  },
);

export function SuppositionSheets({
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
  const [supposed, setSupposed] = useState<readonly Supposed[]>([]);
  const [result, setResult] = useState<DryRun>();
  const tryWith = async (all: readonly Supposed[]): Promise<DryRun> =>
    tryMonth({ ...where, period, overrides: overridesOf(all) });
  const trying = useMutation({
    mutationFn: tryWith,
    onSuccess: (found, all) => {
      setSupposed(all);
      setResult(found);
    },
  });
  return (
    <div className="stack">
      <Sheet title={t.title}>
        <div className="body narrow stack">
          <p className="soft">{t.how}</p>
          {children}
          {supposed.length > 0 && (
            <SupposedList
              supposed={supposed}
              isBusy={trying.isPending}
              onDrop={(one) => trying.mutate(supposed.filter((other) => other !== one))}
            />
          )}
          <SuppositionForm
            services={services}
            onSuppose={async (one) => {
              const others = supposed.filter((other) => placeOf(other) !== placeOf(one));
              const all = [...others, one];
              const found = await tryWith(all);
              trying.reset();
              setSupposed(all);
              setResult(found);
            }}
          />
          {supposed.length === 0 && (
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

function SupposedList({
  supposed,
  isBusy,
  onDrop,
}: {
  readonly supposed: readonly Supposed[];
  readonly isBusy: boolean;
  readonly onDrop: (one: Supposed) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const say = useSaySupposed();
  return (
    <ul className="stack small">
      {supposed.map((one) => (
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

function useSaySupposed(): (one: Supposed) => string {
  const t = useWords(WORDS);
  const methods = useWords(methodWords);
  const { component } = useWords(chargingWords);
  return (one) => {
    if (one.what === 'common-needs') return t.commonNeeds(methods[one.method]);
    const part = one.component === null ? '' : ` (${component[one.component]})`;
    return `${one.serviceName}${part}, ${t[one.what]}: ${showShortFigure(one.value)}`;
  };
}
