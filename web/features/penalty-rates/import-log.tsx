// The imports of the Bank of Russia's key rate, with their outcomes; admins can start one.
import type { KeyRateImportRun } from '@kvartplata/contracts/billing/key-rate-import.ts';
import { listPenaltyRates } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay, showInstant } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf } from '../../lib/reads.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { importNow, importRuns } from './penalty-rates.ts';
import { rateRemarkWords } from './rate-remark-words.ts';

const WORDS = inBoth(
  {
    title: 'Журнал загрузки ключевой ставки',
    now: 'Спросить Банк России сейчас',
    off: 'Загрузка ключевой ставки выключена в настройках системы.',
    none: 'Банк России ещё не спрашивали.',
    when: 'Когда',
    what: 'Итог',
    rate: 'Ответ банка',
    rateOn: (rate: string, on: string) => `${rate} % на ${on}`,
    who: 'Кто',
    byItself: 'по расписанию',
    byAdmin: 'администратор',
    detail: 'Подробности',
    outcome: {
      added: 'добавлена новая ставка',
      unchanged: 'ставка не изменилась',
      manual: 'действует ставка, введённая вручную',
      covered: 'дни покрыты, открытой ставки нет',
      outdated: 'ответ банка старше действующей ставки',
      contradicted: 'ответ банка противоречит действующей ставке',
      quarantined: 'слишком большой скачок: проверьте и введите вручную',
      failed: 'нет пригодного ответа',
    },
  },
  {
    title: 'Key rate import log',
    now: 'Ask the Bank of Russia now',
    off: 'The key rate import is switched off in the settings.',
    none: 'The Bank of Russia has not been asked yet.',
    when: 'When',
    what: 'Outcome',
    rate: 'The bank’s answer',
    rateOn: (rate, on) => `${rate} % on ${on}`,
    who: 'Who',
    byItself: 'by schedule',
    byAdmin: 'an admin',
    detail: 'Detail',
    outcome: {
      added: 'a new rate was added',
      unchanged: 'the rate has not changed',
      manual: 'a manually entered rate is in force',
      covered: 'the current rate has an end date',
      outdated: 'the answer is older than the rate in force',
      contradicted: 'the answer contradicts the rate in force',
      quarantined: 'the jump is too large: check it and add it manually',
      failed: 'no usable answer',
    },
  },
);

export function ImportLog(): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const query = useInfiniteQuery(importRuns);
  const importing = useMutation({
    mutationFn: importNow,
    onSuccess: ({ outcome }) => tell(t.outcome[outcome]),
    onSettled: async () => client.invalidateQueries({ queryKey: groupOf(listPenaltyRates) }),
  });
  const outcome = (run: KeyRateImportRun): ReactElement => (
    <span className={LOOK_AT.includes(run.outcome) ? 'debt' : ''}>{t.outcome[run.outcome]}</span>
  );
  return (
    <Sheet
      title={t.title}
      actions={
        <Button isBusy={importing.isPending} onClick={() => importing.mutate()}>
          {t.now}
        </Button>
      }
    >
      {importing.error !== null &&
        (isRefused(importing.error, 'conflict') ? (
          <p className="table-note odd" role="alert">
            {t.off}
          </p>
        ) : (
          <FailureNote error={importing.error} />
        ))}
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          { title: t.when, isName: true, cell: ({ finishedAt }) => showInstant(finishedAt) },
          { title: t.what, cell: outcome },
          {
            title: t.rate,
            isExtra: true,
            cell: ({ bankRate }) =>
              bankRate === null
                ? ''
                : t.rateOn(showShortFigure(bankRate.baseCbrRate), showDay(bankRate.on)),
          },
          {
            title: t.who,
            isExtra: true,
            cell: ({ requestedBy }) => (requestedBy === null ? t.byItself : t.byAdmin),
          },
          {
            title: t.detail,
            isExtra: true,
            cell: ({ remarks }) => <Remarks remarks={remarks} />,
          },
        ]}
      />
    </Sheet>
  );
}

function Remarks({ remarks }: Pick<KeyRateImportRun, 'remarks'>): ReactElement {
  const language = useLanguage();
  return (
    <>
      {remarks.map((remark) => (
        <p key={remark.code} className="small soft">
          {rateRemarkWords(remark)[language]}
        </p>
      ))}
    </>
  );
}

const LOOK_AT: readonly KeyRateImportRun['outcome'][] = ['failed', 'contradicted', 'quarantined'];
