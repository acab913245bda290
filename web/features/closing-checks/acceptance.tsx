// Accepting the remarks of a check: the reason is kept in the seal of the month.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { acceptCheck } from './closing-checks.ts';

const WORDS = inBoth(
  {
    note: 'Почему так можно',
    hint: 'Останется в печати месяца. Появится ещё одно замечание — нужно будет принять заново.',
    accept: 'Принять',
  },
  {
    note: 'Why this is acceptable',
    hint: 'Kept in the month’s seal. If there is another remark, it must be accepted again.',
    accept: 'Accept',
  },
);

export function Acceptance({
  cycleId,
  check,
  onDone,
}: {
  readonly cycleId: number;
  readonly check: ClosingCheck;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const form = useForm({
    initial: { note: '' },
    required: ['note'],
    save: async ({ note }) => {
      await acceptCheck(cycleId, check, note.trim(), key);
      await reloadBilling();
      onDone();
    },
  });
  return (
    <Form of={form} save={t.accept} onCancel={onDone}>
      <TextField of={form.field('note')} label={t.note} hint={t.hint} maxLength={1000} autoFocus />
    </Form>
  );
}
