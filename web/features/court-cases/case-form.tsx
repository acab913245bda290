// Opens the case of a debtor: the claim is frozen with the debt of today.
import type { CourtCaseWithClaim, Proceeding } from '@kvartplata/contracts/billing/court-cases.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { caseWords } from './case-words.ts';
import { openCase } from './court-cases.ts';

const WORDS = inBoth(
  {
    what: 'Требование фиксируется на сегодня: долг по месяцам и услугам, платежи, начисленные пени, пошлина. Если пени давно не начислялись, сначала начислите их.',
    proceeding: 'Порядок',
    proceedingHint: 'Судебный приказ – до 500 000 ₽, пошлина вдвое меньше',
    court: 'Суд',
    courtHint: 'Например: Мировому судье судебного участка № 3 Заволжского района г. Твери',
    debtorFacts: 'Сведения о должнике',
    debtorFactsHint: 'Дата и место рождения, СНИЛС, ИНН или паспорт; пусто – неизвестны',
    open: 'Открыть дело',
    opened: (id: number) => `Дело № ${id} открыто.`,
  },
  {
    what: 'The claim is frozen as of today: debts by month and service, payments, booked penalties, the duty. If penalties have not been booked for long, book them first.',
    proceeding: 'Proceeding',
    proceedingHint: 'A court order: up to 500 000 ₽, at half the duty',
    court: 'Court',
    courtHint: 'As it is addressed in the application',
    debtorFacts: 'About the debtor',
    debtorFactsHint: 'Date and place of birth, SNILS, INN or passport; empty: not known',
    open: 'Open the case',
    opened: (id) => `Case ${id} is open.`,
  },
);
const PROCEEDINGS: readonly Proceeding[] = ['order', 'claim'];

export function CaseForm({
  accountId,
  onDone,
  onCancel,
}: {
  readonly accountId: number;
  readonly onDone: (opened: CourtCaseWithClaim) => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { proceedings } = useWords(caseWords);
  const [key, nextKey] = useWriteKey();
  const form = useForm({
    initial: { proceeding: 'order', court: '', debtorFacts: '' },
    save: async ({ proceeding, court, debtorFacts }) => {
      const opened = await openCase(
        {
          personalAccountId: accountId,
          proceeding: proceeding as Proceeding,
          court: court.trim() === '' ? null : court.trim(),
          debtorFacts: debtorFacts.trim() === '' ? null : debtorFacts.trim(),
        },
        key,
      );
      nextKey();
      tell(t.opened(opened.id));
      await onDone(opened);
    },
  });
  return (
    <Form of={form} save={t.open} onCancel={onCancel}>
      <p className="small soft">{t.what}</p>
      <SelectField
        of={form.field('proceeding')}
        label={t.proceeding}
        hint={t.proceedingHint}
        options={PROCEEDINGS.map((each) => [each, proceedings[each]])}
        autoFocus
      />
      <TextField of={form.field('court')} label={t.court} hint={t.courtHint} maxLength={300} />
      <TextField
        of={form.field('debtorFacts')}
        label={t.debtorFacts}
        hint={t.debtorFactsHint}
        maxLength={500}
      />
    </Form>
  );
}
