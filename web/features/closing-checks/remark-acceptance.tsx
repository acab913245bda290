// Accepting single remarks: the reason is kept with each, and a remark whose text changes later is open again.
import type { AcceptRemarks } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { acceptRemarks } from './remarks.ts';

const WORDS = inBoth(
  {
    title: (count: number) =>
      `Принять ${counted(count, 'замечание', 'замечания', 'замечаний')} как есть`,
    note: 'Почему так можно',
    hint: 'Останется в журнале и в печати месяца. Изменится сумма или причина – замечание откроется снова.',
    accept: 'Принять',
    done: (count: number) => `Принято: ${counted(count, 'замечание', 'замечания', 'замечаний')}.`,
  },
  {
    title: (count) => `Accept ${countedEn(count, 'remark')} as they are`,
    note: 'Why this is acceptable',
    hint: 'Kept in the audit log and the month’s seal. If its sum or reason changes, a remark is open again.',
    accept: 'Accept',
    done: (count) => `Accepted: ${countedEn(count, 'remark')}.`,
  },
);

export type Acceptable = {
  readonly count: number;
  readonly of: Omit<AcceptRemarks, 'note'>;
};

/** The service's limit for accepting remarks one by one. */
const AT_ONCE = 1_000;

export function RemarkAcceptance({
  cycleId,
  asked: { count, of },
  onDone,
}: {
  readonly cycleId: number;
  readonly asked: Acceptable;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const form = useForm({
    initial: { note: '' },
    required: ['note'],
    save: async ({ note }) => {
      const parts = partsOf(of);
      let accepted = 0;
      for (const [index, part] of parts.entries())
        accepted += await acceptRemarks(cycleId, { ...part, note: note.trim() }, `${key}-${index}`);
      await reloadBilling();
      tell(t.done(accepted));
      onDone();
    },
  });
  return (
    <Dialog title={t.title(count)} onClose={onDone}>
      <Form of={form} save={t.accept} onCancel={onDone}>
        <TextField
          of={form.field('note')}
          label={t.note}
          hint={t.hint}
          maxLength={1000}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

function partsOf(of: Acceptable['of']): readonly Acceptable['of'][] {
  const { remarks } = of;
  if (remarks === undefined) return [of];
  return Array.from({ length: Math.ceil(remarks.length / AT_ONCE) }, (_, index) => ({
    remarks: remarks.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  }));
}
