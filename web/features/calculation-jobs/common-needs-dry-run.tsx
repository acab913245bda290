// A dry run of what a house would be charged for a month with another method of common-house needs.
import type { DryRun } from '@kvartplata/contracts/billing/dry-runs.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { chargingWords, COMMON_NEEDS_WAYS } from '../../lib/charging-words.ts';
import { monthFrom, showMonth, thisMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Choice, MonthChoice } from '../../ui/choice.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { DryRunResult } from './dry-run-result.tsx';
import { tryMonth } from './dry-runs.ts';

const WORDS = inBoth(
  {
    title: 'Если начислять КР на СОИ иначе',
    month: 'Месяц',
    way: 'Способ',
    now: (way: string) => `${way} — как сейчас`,
    try: 'Сравнить',
    result: (month: string, way: string) => `${month}: ${way}`,
    note: 'Все начисления месяца рядом с тем, что начислено. Ничего не записано: способ меняет карточка дома.',
  },
  {
    title: 'If common needs were found in another way',
    month: 'Month',
    way: 'Way',
    now: (way) => `${way} — as it is now`,
    try: 'Compare',
    result: (month, way) => `${month}: ${way}`,
    note: 'All charges of the month beside what is charged. Nothing is stored: the house’s card changes the way.',
  },
);

type Tried = { readonly run: DryRun; readonly way: CommonNeedsMethod };

export function CommonNeedsDryRun({
  houseId,
  method,
  accountNameOf,
}: {
  readonly houseId: number;
  /** The house's current method; null if not set. */
  readonly method: CommonNeedsMethod | null;
  readonly accountNameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { commonNeeds: ways } = useWords(chargingWords);
  const [period, setPeriod] = useState(monthFrom(thisMonth(), -1));
  const [way, setWay] = useState<CommonNeedsMethod>(
    COMMON_NEEDS_WAYS.find((one) => one !== method) ?? 'norm-yearly',
  );
  const [tried, setTried] = useState<Tried>();
  const form = useForm({
    initial: {},
    save: async () => {
      setTried(undefined);
      const run = await tryMonth({ houseId, period, overrides: { commonNeedsMethod: way } });
      setTried({ run, way });
    },
  });
  return (
    <ForRole least="accountant">
      <Sheet title={t.title}>
        <div className="body narrow">
          <Form of={form} save={t.try}>
            <MonthChoice label={t.month} value={period} onChoose={setPeriod} />
            <Choice
              label={t.way}
              value={way}
              options={COMMON_NEEDS_WAYS.map((one) => [
                one,
                one === method ? t.now(ways[one]) : ways[one],
              ])}
              onChoose={(chosen) => setWay(COMMON_NEEDS_WAYS.find((one) => one === chosen) ?? way)}
            />
          </Form>
        </div>
      </Sheet>
      {tried !== undefined && (
        <DryRunResult
          title={t.result(showMonth(tried.run.period, language), ways[tried.way])}
          note={t.note}
          tried={tried.run}
          accountNameOf={accountNameOf}
        />
      )}
    </ForRole>
  );
}
