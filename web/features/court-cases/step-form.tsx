// The next step of a case: which, on which day, by which document, and whether the court fee is booked with it.
import type { CourtCase } from '@kvartplata/contracts/billing/court-cases.ts';
import type { ReactElement } from 'react';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { CheckField, DateField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { caseWords } from './case-words.ts';
import { takeStep } from './court-cases.ts';

const WORDS = inBoth(
  {
    step: 'Шаг',
    on: 'Дата',
    onWrong: 'Нужна дата, например 21.11.2026',
    reference: 'Номер и документ',
    referenceHint: 'Например: исх. № 15 или дело № 2-1204/2026',
    fee: (duty: string) => `Провести пошлину ${duty} ₽ строкой вручную`,
    feeHint: 'Долг счёта вырастет на неё; платежи погашают судебные расходы раньше основного долга',
    save: 'Записать шаг',
    saved: 'Шаг записан.',
  },
  {
    step: 'Step',
    on: 'Day',
    onWrong: 'Enter a day, such as 21.11.2026',
    reference: 'Number and document',
    referenceHint: 'Such as letter 15 or case 2-1204/2026',
    fee: (duty) => `Book the duty of ${duty} ₽ as a line by hand`,
    feeHint: 'It raises the debt of the account; payments pay court fees before the principal',
    save: 'Save the step',
    saved: 'Step saved.',
  },
);
const WITH_FEE: readonly string[] = ['filed', 'ordered'];

export function StepForm({ of }: { readonly of: CourtCase }): ReactElement {
  const t = useWords(WORDS);
  const { steps } = useWords(caseWords);
  const [key, nextKey] = useWriteKey();
  const form = useForm({
    initial: {
      step: of.nextSteps[0] ?? 'ended',
      on: showDay(today()),
      reference: '',
      bookCourtFee: 'false',
    },
    required: ['on', 'reference'],
    check: ({ on }) => (parseDay(on) === undefined ? { on: t.onWrong } : {}),
    save: async ({ step, on, reference, bookCourtFee }) => {
      await takeStep(
        of.id,
        {
          step,
          on: parseDay(on) ?? '',
          reference: reference.trim(),
          ...(bookCourtFee === 'true' && WITH_FEE.includes(step) ? { bookCourtFee: true } : {}),
        },
        key,
      );
      nextKey();
      tell(t.saved);
      await reloadBilling();
    },
  });
  return (
    <Form of={form} save={t.save}>
      <div className="pair">
        <SelectField
          of={form.field('step')}
          label={t.step}
          options={of.nextSteps.map((step) => [step, steps[step]])}
        />
        <DateField of={form.field('on')} label={t.on} />
      </div>
      <TextField
        of={form.field('reference')}
        label={t.reference}
        hint={t.referenceHint}
        maxLength={200}
      />
      {WITH_FEE.includes(form.values.step) && !of.courtFeeBooked && (
        <CheckField
          of={form.field('bookCourtFee')}
          label={t.fee(showFigure(of.stateDuty))}
          hint={t.feeHint}
        />
      )}
    </Form>
  );
}
