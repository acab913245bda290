// Cancelling an import in progress: nothing of it is stored.
import { listImports } from '@kvartplata/contracts/core/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { groupOf } from '../../lib/reads.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { tell } from '../../ui/toasts.tsx';
import { cancelImport } from './imports.ts';

const WORDS = inBoth(
  {
    stop: 'Остановить',
    stopOf: (file: string) => `Остановить загрузку: ${file}`,
    stopped: 'Загрузка остановлена. Не записано ничего.',
  },
  {
    stop: 'Stop',
    stopOf: (file) => `Stop the import of ${file}`,
    stopped: 'Import stopped. Nothing was stored.',
  },
);

export function StopImport({
  id,
  fileName,
}: {
  readonly id: number;
  readonly fileName: string;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const stopping = useMutation({
    mutationFn: async () => cancelImport(id),
    onSuccess: () => tell(t.stopped),
    onSettled: async () => client.invalidateQueries({ queryKey: groupOf(listImports) }),
  });
  return (
    <>
      <Button
        kind="quiet"
        className="in-table"
        aria-label={t.stopOf(fileName)}
        isBusy={stopping.isPending}
        onClick={() => stopping.mutate()}
      >
        {t.stop}
      </Button>
      {stopping.error !== null && <FailureNote error={stopping.error} />}
    </>
  );
}
