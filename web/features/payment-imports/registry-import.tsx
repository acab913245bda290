// Importing a registry: the file is chosen, checked row by row, and booked if it is correct.
import type { PaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useStillShown } from '../../lib/still-shown.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import { bookRegistry, tryRegistry, type Registry } from './payment-imports.ts';
import { RefusedRegistry } from './refused-registry.tsx';
import { RegistryChooser, type Chosen } from './registry-chooser.tsx';

const WORDS = inBoth(
  {
    title: 'Загрузить реестр',
    checking: 'Проверяем файл…',
    book: (count: number, amount: string) =>
      `Записать ${counted(count, 'платёж', 'платежа', 'платежей')} на ${amount} ₽`,
    wait: (count: number) =>
      `Записать: ${counted(count, 'строка', 'строки', 'строк')} в невыясненные`,
    nothing: 'Записывать нечего: ни одна строка не подходит.',
    waits: (count: number) =>
      `В «Невыясненных» ${counted(count, 'строка подождёт', 'строки подождут', 'строк подождут')} решения: у каждой ниже сказано, почему.`,
    repeats: (id: number) =>
      `Этот же файл уже загружали: загрузка ${id}. Дважды ничего не запишется.`,
  },
  {
    title: 'Import a registry',
    checking: 'Checking the file…',
    book: (count, amount) => `Book ${countedEn(count, 'payment')}, ${amount} ₽`,
    wait: (count) => `Record ${countedEn(count, 'row')} as unidentified`,
    nothing: 'Nothing to book: no row matches.',
    waits: (count) =>
      `${countedEn(count, 'row')} will wait for a decision in Unidentified; each says below why.`,
    repeats: (id) => `The same file was imported before: import ${id}. Nothing is booked twice.`,
  },
);

export function RegistryImport({
  organizationId,
  onBooked,
  nameOf,
}: {
  readonly organizationId: number;
  readonly onBooked: (importId: number) => void;
  readonly nameOf: (accountId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [chosen, setChosen] = useState<Chosen>();
  const [key, renewKey] = useWriteKey();
  const isStillShown = useStillShown();
  const trying = useMutation({
    mutationFn: async (registry: Registry) => tryRegistry(registry),
  });
  const booking = useMutation({
    mutationFn: async (registry: Registry) => bookRegistry(registry, key),
    onSuccess: async ({ id }) => {
      if (isStillShown()) onBooked(id);
      await reloadBilling();
    },
  });
  const tried = trying.variables;
  return (
    <>
      <Sheet title={t.title}>
        <div className="body stack">
          <RegistryChooser
            chosen={chosen}
            onChoose={(registry) => {
              setChosen(registry);
              renewKey();
              booking.reset();
              const { file, profile } = registry;
              if (profile === undefined) trying.reset();
              else trying.mutate({ organizationId, profile, file });
            }}
          />
          {trying.isPending && (
            <p className="busy" role="status">
              {t.checking}
            </p>
          )}
          {trying.error !== null && <RefusedRegistry error={trying.error} />}
          {booking.error !== null && <FailureNote error={booking.error} />}
        </div>
      </Sheet>
      {tried !== undefined && trying.data !== undefined && (
        <ImportProgress id={trying.data.id}>
          {(preview) => (
            <>
              <Verdict
                of={preview}
                isBooking={booking.isPending}
                onBook={() => booking.mutate(tried)}
              />
              <ImportReport of={preview} nameOf={nameOf} />
            </>
          )}
        </ImportProgress>
      )}
    </>
  );
}

function Verdict({
  of,
  isBooking,
  onBook,
}: {
  readonly of: PaymentImport;
  readonly isBooking: boolean;
  readonly onBook: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { matched, quarantined, matchedAmount, repeats } = of;
  return (
    <div className="sheet">
      <div className="body stack">
        {repeats !== null && <p className="odd">{t.repeats(repeats)}</p>}
        {quarantined > 0 && <p>{t.waits(quarantined)}</p>}
        {matched + quarantined === 0 ? (
          <p>{t.nothing}</p>
        ) : (
          <div className="row">
            <Button kind="primary" isBusy={isBooking} onClick={onBook}>
              {matched > 0 ? t.book(matched, showFigure(matchedAmount)) : t.wait(quarantined)}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
