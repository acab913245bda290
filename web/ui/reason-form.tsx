// The reason for a reversal: asked for once, and kept in the books for good.
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { useWriteKey } from '../lib/write-key.ts';
import { TextField } from './field.tsx';
import { Form, useForm } from './form.tsx';

const WORDS = inBoth(
  { reason: 'Причина', hint: 'Останется в проводках и в журнале действий' },
  { reason: 'Reason', hint: 'Kept in the entries and in the audit log' },
);

export function ReasonForm({
  save,
  act,
  onCancel,
}: {
  /** The label of the button. */
  readonly save: string;
  /** @param key an idempotency key: the write happens once however often it is sent */
  readonly act: (reason: string, key: string) => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const [key] = useWriteKey();
  const form = useForm({
    initial: { reason: '' },
    required: ['reason'],
    save: async ({ reason }) => act(reason.trim(), key),
  });
  return (
    <Form of={form} save={save} onCancel={onCancel}>
      <TextField
        of={form.field('reason')}
        label={t.reason}
        hint={t.hint}
        maxLength={500}
        autoFocus
      />
    </Form>
  );
}
