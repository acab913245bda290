// The verifications of a meter: when, valid until when, and by which document.
import {
  createMeterVerification,
  deleteMeterVerification,
  listMeterVerifications,
  type MeterVerification,
} from '@kvartplata/contracts/core/meter-verifications.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { orNull } from '../../lib/optional.ts';
import { groupOf, readPages } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, type FormEnd } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';

const WORDS = inBoth(
  {
    title: 'Поверки',
    add: 'Записать поверку',
    verifiedOn: 'Поверен',
    until: 'Годен до',
    basis: 'Свидетельство',
    none: 'Поверок не записано.',
    one: 'Поверка',
    sure: 'Удалить поверку, записанную по ошибке?',
    dayWrong: 'Нужна дата, например 01.07.2026',
    saved: 'Поверка записана.',
    deleted: 'Поверка удалена.',
  },
  {
    title: 'Verifications',
    add: 'Record a verification',
    verifiedOn: 'Verified on',
    until: 'Valid until',
    basis: 'Certificate',
    none: 'No verifications recorded.',
    one: 'Verification',
    sure: 'Delete this verification, recorded by mistake?',
    dayWrong: 'Enter a date, such as 01.07.2026',
    saved: 'Verification saved.',
    deleted: 'Verification deleted.',
  },
);

export function VerificationList({ meterId }: { readonly meterId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(readPages(listMeterVerifications, { params: { meterId } }));
  return (
    <RecordSheet<MeterVerification>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('owner')}
      // The latest one determines until when the meter is valid.
      changes={[groupOf(listMeterVerifications)]}
      list={(name) => (
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{t.none}</Empty>}
          columns={[
            {
              title: t.verifiedOn,
              isName: true,
              cell: (verification) => name(verification, showDay(verification.verifiedOn)),
            },
            { title: t.until, cell: ({ verifiedUntil }) => showDay(verifiedUntil) },
            { title: t.basis, cell: ({ basis }) => basis ?? '—' },
          ]}
        />
      )}
      form={(verification, end) =>
        verification === undefined ? (
          <VerificationForm meterId={meterId} {...end} />
        ) : (
          <DeleteButton
            what={t.sure}
            act={async () => {
              const own = { verificationId: verification.id };
              await call(deleteMeterVerification, { params: own });
              await end.onDone(t.deleted);
            }}
          />
        )
      }
    />
  );
}

function VerificationForm({
  meterId,
  onDone,
  onCancel,
}: FormEnd & { readonly meterId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const form = useForm({
    initial: { verifiedOn: showDay(today()), verifiedUntil: '', basis: '' },
    required: ['verifiedOn', 'verifiedUntil'],
    check: (typed) => wrongDays(typed, ['verifiedOn', 'verifiedUntil'], t.dayWrong),
    save: async ({ verifiedOn, verifiedUntil, basis }) => {
      const body = {
        verifiedOn: parseDay(verifiedOn) ?? '',
        verifiedUntil: parseDay(verifiedUntil) ?? '',
        basis: orNull(basis),
      };
      const saved = await call(createMeterVerification, { params: { meterId }, body });
      await onDone(t.saved + sayAppliedMonths(saved.appliedMonths, language));
    },
  });
  return (
    <Form of={form} onCancel={onCancel}>
      <div className="pair">
        <DateField of={form.field('verifiedOn')} label={t.verifiedOn} />
        <DateField of={form.field('verifiedUntil')} label={t.until} autoFocus />
      </div>
      <TextField of={form.field('basis')} label={t.basis} />
    </Form>
  );
}
