// Downloads one kind of file for all houses, one after the other: the progress, a way to stop, and why a house's file cannot be
// made.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { GisPlacements } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { download, type FileOf } from '../../lib/download.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { cancellationsOf, documentsOf, paymentsOf, readingsOf } from './gis-zhkh.ts';
import { MissingFacts } from './missing-facts.tsx';

const WORDS = inBoth(
  {
    what: 'Файлы всех домов',
    kinds: {
      documents: 'платёжные документы',
      readings: 'показания',
      payments: 'платежи',
      cancellations: 'отмены платежей',
    },
    start: 'Скачать по всем домам',
    stop: 'Остановить',
    progress: 'Дома',
    files: (count: number) => `Скачано: ${counted(count, 'файл', 'файла', 'файлов')}.`,
    nothing: (count: number) => `Нечего сообщать: ${counted(count, 'дом', 'дома', 'домов')}.`,
  },
  {
    what: 'Files of all houses',
    kinds: {
      documents: 'payment documents',
      readings: 'readings',
      payments: 'payments',
      cancellations: 'cancelled payments',
    },
    start: 'Download for all houses',
    stop: 'Stop',
    progress: 'Houses',
    files: (count) => `${countedEn(count, 'file')} downloaded.`,
    nothing: (count) => `Nothing to tell: ${countedEn(count, 'house')}.`,
  },
);

const FILES = {
  documents: documentsOf,
  readings: (houseId: number, period: string) => readingsOf(houseId, period),
  payments: paymentsOf,
  cancellations: cancellationsOf,
} as const;
type Kind = keyof typeof FILES;

type House = GisPlacements['items'][number];
type Outcome = { readonly house: House; readonly failure: RequestFailure | undefined };

type Props = {
  readonly houses: readonly House[];
  readonly period: string;
  /** The name of a subject in the table of services. */
  readonly nameOf: (subject: string) => string;
};

export function AllHouses({ houses, period, nameOf }: Props): ReactElement {
  const t = useWords(WORDS);
  const [kind, setKind] = useState<Kind>('documents');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const stopper = useRef<AbortController>(undefined);
  useEffect(() => () => stopper.current?.abort(), []);
  const fetching = useMutation({
    mutationFn: async () => {
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      setOutcomes([]);
      for (const house of houses) {
        const failure = await keep(FILES[kind](house.houseId, period), signal);
        if (signal.aborted) break;
        setOutcomes((before) => [...before, { house, failure }]);
      }
      await reloadBilling();
    },
  });
  return (
    <div className="body stack">
      <div className="filter">
        <Choice
          label={t.what}
          value={kind}
          options={(Object.keys(FILES) as Kind[]).map((each) => [each, t.kinds[each]] as const)}
          onChoose={(chosen) => {
            setKind(chosen as Kind);
            setOutcomes([]);
          }}
        />
        <Button isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
          {t.start}
        </Button>
        {fetching.isPending && (
          <>
            <JobProgress label={t.progress} done={outcomes.length} all={houses.length} />
            <Button kind="quiet" onClick={() => stopper.current?.abort()}>
              {t.stop}
            </Button>
          </>
        )}
      </div>
      {!fetching.isPending && outcomes.length > 0 && <Outcomes {...{ outcomes, period, nameOf }} />}
      {fetching.error !== null && <FailureNote error={fetching.error} />}
    </div>
  );
}

/**
 * Downloads the file.
 * @returns why it cannot be made for this house, although others may have theirs
 * @throws what would fail for every house
 */
async function keep(file: FileOf, signal: AbortSignal): Promise<RequestFailure | undefined> {
  try {
    await download(file, { signal });
    return undefined;
  } catch (error) {
    const isOfHouse = error instanceof RequestFailure && [404, 409, 422].includes(error.status);
    if (isOfHouse) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}

function Outcomes({
  outcomes,
  period,
  nameOf,
}: Omit<Props, 'houses'> & { readonly outcomes: readonly Outcome[] }): ReactElement {
  const t = useWords(WORDS);
  const isNothing = ({ failure }: Outcome): boolean => failure?.code === 'gis-nothing-to-tell';
  const files = outcomes.filter(({ failure }) => failure === undefined).length;
  const nothing = outcomes.filter(isNothing).length;
  return (
    <>
      <p role="status">
        {t.files(files)} {nothing > 0 && t.nothing(nothing)}
      </p>
      {outcomes.flatMap((outcome) => {
        const { house, failure } = outcome;
        if (failure === undefined || isNothing(outcome)) return [];
        return [
          <section key={house.houseId} className="stack" aria-label={house.address}>
            <h3>{unbroken(house.address)}</h3>
            <FailureNote error={failure}>
              <MissingFacts error={failure} houseId={house.houseId} {...{ period, nameOf }} />
            </FailureNote>
          </section>,
        ];
      })}
    </>
  );
}
