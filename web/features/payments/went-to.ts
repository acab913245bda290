// Which debts a payment has paid, in words.
import type { Payment, PaymentAllocation } from '@kvartplata/contracts/billing/payments.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { monthFrom, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, type Language } from '../../lib/words.ts';

const WORDS = inBoth(
  { penalty: (months: string) => `пени за ${months}`, advance: 'аванс' },
  { penalty: (months) => `penalty of ${months}`, advance: 'advance' },
);

type Stretch = {
  readonly kind: PaymentAllocation['debtKind'];
  /** Null for an advance. */
  readonly first: string | null;
  readonly last: string | null;
  readonly amounts: readonly string[];
};

/** `ноябрь 2025 – январь 2026: 300,00; аванс: 0,50`: consecutive months as one range, amounts only if there are several parts. */
export function wentTo({ allocation }: Pick<Payment, 'allocation'>, language: Language): string {
  const stretches = allocation.reduce<readonly Stretch[]>(added, []);
  return stretches
    .map((stretch) => {
      const name = nameOf(stretch, language);
      return stretches.length === 1 ? name : `${name}: ${showFigure(sumOfMoney(stretch.amounts))}`;
    })
    .join('; ');
}

function added(
  stretches: readonly Stretch[],
  { debtKind: kind, period, amount }: PaymentAllocation,
): readonly Stretch[] {
  const before = stretches.at(-1);
  const goesOn =
    before?.kind === kind && before.last !== null && period === monthFrom(before.last, 1);
  if (!goesOn) return [...stretches, { kind, first: period, last: period, amounts: [amount] }];
  return [
    ...stretches.slice(0, -1),
    { ...before, last: period, amounts: [...before.amounts, amount] },
  ];
}

function nameOf({ kind, first, last }: Stretch, language: Language): string {
  const t = WORDS[language];
  if (first === null || last === null) return t.advance;
  const months =
    first === last
      ? showMonth(first, language)
      : `${showMonth(first, language)} – ${showMonth(last, language)}`;
  return kind === 'penalty' ? t.penalty(months) : months;
}
