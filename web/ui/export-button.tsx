// A button that downloads a file of a service: its progress, a way to stop it, and what went wrong.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { download, type FileOf, type Progress } from '../lib/download.ts';
import { showRoundFigure } from '../lib/figures.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

const WORDS = inBoth(
  {
    making: 'Готовим файл…',
    mebibytes: (count: string) => `${count} МБ`,
    stop: 'Остановить',
    progress: 'Получено',
  },
  {
    making: 'Preparing the file…',
    mebibytes: (count) => `${count} MB`,
    stop: 'Stop',
    progress: 'Received',
  },
);
const MEGABYTE = 1_000_000;

export function ExportButton({
  label,
  name,
  file,
  onDone,
  explain,
}: {
  readonly label: string;
  /** For screen readers, if several files have the same label. */
  readonly name?: string;
  readonly file: FileOf;
  readonly onDone?: () => Promise<void>;
  /** More to say about a failure. */
  readonly explain?: (error: unknown) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const [progress, setProgress] = useState<Progress>();
  const stopper = useRef<AbortController>(undefined);
  const fetching = useMutation({
    mutationFn: async () => {
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      setProgress(undefined);
      try {
        await download(file, { signal, onProgress: setProgress });
        await onDone?.();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  useEffect(() => () => stopper.current?.abort(), []);
  return (
    <div className="export">
      <Button
        isBusy={fetching.isPending}
        {...(name === undefined ? {} : { 'aria-label': name })}
        onClick={() => fetching.mutate()}
      >
        {label}
      </Button>
      {fetching.isPending && (
        <span className="row small" role="status">
          {progress === undefined ? (
            t.making
          ) : (
            <>
              <progress
                aria-label={t.progress}
                {...(progress.of > 0 ? { value: progress.bytes, max: progress.of } : {})}
              />
              {t.mebibytes(showRoundFigure(progress.bytes / MEGABYTE))}
            </>
          )}
          <Button kind="quiet" onClick={() => stopper.current?.abort()}>
            {t.stop}
          </Button>
        </span>
      )}
      {fetching.error !== null && (
        <FailureNote error={fetching.error}>{explain?.(fetching.error)}</FailureNote>
      )}
    </div>
  );
}
