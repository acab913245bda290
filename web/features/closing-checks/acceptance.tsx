// Accepting the remarks of a check: the reason is kept in the seal of the month.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { acceptCheck, checksOf } from './closing-checks.ts';

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
  const client = useQueryClient();
  const [key] = useWriteKey();
  // Not those that there may be once the reason is typed: they have not been seen.
  const [seen, setSeen] = useState(check.count);
  const form = useForm({
    initial: { note: '' },
    required: ['note'],
    save: async ({ note }) => {
      try {
        await acceptCheck(cycleId, check.code, { note: note.trim(), expectedCount: seen }, key);
      } catch (error) {
        if (isRefused(error, 'count-changed')) {
          await reloadBilling();
          const { items } = await client.fetchQuery(checksOf(cycleId));
          setSeen(items.find(({ code }) => code === check.code)?.count ?? 0);
        }
        throw error;
      }
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
