// The next step of a notice: which, on which day, by which document.
import type { RestrictionNotice } from '@kvartplata/contracts/billing/restriction-notices.ts';
import type { ReactElement } from 'react';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { DateField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { noticeWords } from './notice-words.ts';
import { takeNoticeStep } from './restriction-notices.ts';

const WORDS = inBoth(
  {
    step: 'Шаг',
    on: 'Дата',
    onWrong: 'Нужна дата, например 21.11.2026',
    reference: 'Документ',
    referenceHint: 'Например: вручено под подпись, акт № 4',
    save: 'Записать шаг',
    saved: 'Шаг записан.',
  },
  {
    step: 'Step',
    on: 'Day',
    onWrong: 'Enter a day, such as 21.11.2026',
    reference: 'Document',
    referenceHint: 'Such as handed over against a signature, act 4',
    save: 'Save the step',
    saved: 'Step saved.',
  },
);

export function NoticeStepForm({
  of,
  onDone,
}: {
  readonly of: RestrictionNotice;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { steps } = useWords(noticeWords);
  const [key, nextKey] = useWriteKey();
  const form = useForm({
    initial: { step: of.nextSteps[0] ?? 'ended', on: showDay(today()), reference: '' },
    required: ['on', 'reference'],
    check: ({ on }) => (parseDay(on) === undefined ? { on: t.onWrong } : {}),
    save: async ({ step, on, reference }) => {
      await takeNoticeStep(
        of.id,
        { step, on: parseDay(on) ?? '', reference: reference.trim() },
        key,
      );
      nextKey();
      tell(t.saved);
      await reloadBilling();
      onDone();
    },
  });
  return (
    <Form of={form} save={t.save}>
      <div className="pair">
        <SelectField
          of={form.field('step')}
          label={t.step}
          options={of.nextSteps.map((step) => [step, steps[step]])}
          autoFocus
        />
        <DateField of={form.field('on')} label={t.on} />
      </div>
      <TextField
        of={form.field('reference')}
        label={t.reference}
        hint={t.referenceHint}
        maxLength={200}
      />
    </Form>
  );
}
