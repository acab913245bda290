// Which months to correct and why, for one house or many.
import type { ReactElement } from 'react';
import { parseMonth, typedMonth } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import type { AskedMonths } from './corrections.ts';

const WORDS = inBoth(
  {
    from: 'С месяца',
    to: 'По месяц',
    monthWrong: 'Нужен месяц, например 10.2026',
    reason: 'Причина',
    reasonHint: 'Увидит жилец в квитанции',
    try: 'Показать, что изменится',
  },
  {
    from: 'From month',
    to: 'To month',
    monthWrong: 'Enter a month, such as 10.2026',
    reason: 'Reason',
    reasonHint: 'Residents see it on their receipts',
    try: 'Show what changes',
  },
);

/** Initial months; empty fields without them. */
export type FirstMonths = {
  readonly periodFrom?: string | undefined;
  readonly periodTo?: string | undefined;
};

export function CorrectionForm({
  periodFrom,
  periodTo,
  onAsk,
}: FirstMonths & { readonly onAsk: (asked: AskedMonths) => Promise<void> }): ReactElement {
  const t = useWords(WORDS);
  const form = useForm({
    initial: {
      periodFrom: typedMonth(periodFrom ?? ''),
      periodTo: typedMonth(periodTo ?? periodFrom ?? ''),
      reason: '',
    },
    required: ['periodFrom', 'periodTo', 'reason'],
    check: (values) => ({
      ...(parseMonth(values.periodFrom) === undefined ? { periodFrom: t.monthWrong } : {}),
      ...(parseMonth(values.periodTo) === undefined ? { periodTo: t.monthWrong } : {}),
    }),
    save: async (values) =>
      onAsk({
        periodFrom: parseMonth(values.periodFrom) ?? '',
        periodTo: parseMonth(values.periodTo) ?? '',
        reason: values.reason.trim(),
      }),
  });
  return (
    <Form of={form} save={t.try}>
      <div className="pair">
        <TextField of={form.field('periodFrom')} label={t.from} inputMode="numeric" />
        <TextField of={form.field('periodTo')} label={t.to} inputMode="numeric" />
      </div>
      <TextField of={form.field('reason')} label={t.reason} hint={t.reasonHint} maxLength={500} />
    </Form>
  );
}
