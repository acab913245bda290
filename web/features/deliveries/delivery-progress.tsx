// The progress of a delivery: accounts checked, letters sent, and the outcomes of the others.
import { LETTER_OUTCOMES, type Delivery } from '@kvartplata/contracts/billing/deliveries.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { cancelWaiting } from './deliveries.ts';
import { isUnderWay } from '../../lib/under-way.ts';
import { outcomeWords } from './delivery-words.ts';

const WORDS = inBoth(
  {
    queued: 'Ждёт очереди.',
    looking: 'Просмотрено счетов',
    sending: 'Отправлено писем',
    stop: 'Не отправлять остальные',
    failed: 'Не получилось:',
    cancelled: 'Остановлено.',
    nobody: 'Писать некому: ни у кого нет адреса.',
  },
  {
    queued: 'Waiting for its turn.',
    looking: 'Accounts looked at',
    sending: 'Letters sent',
    stop: 'Do not send the others',
    failed: 'It failed:',
    cancelled: 'Stopped.',
    nobody: 'Nobody to write to: no account has an address.',
  },
);

export function DeliveryProgress({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { status, outcomes, processedAccounts, totalAccounts } = delivery;
  const isBusy = isUnderWay(delivery) || outcomes.waiting > 0;
  return (
    <div className="stack">
      {status === 'QUEUED' && <p role="status">{t.queued}</p>}
      {status === 'RUNNING' && (
        <JobProgress label={t.looking} done={processedAccounts} all={totalAccounts} />
      )}
      {status === 'FAILED' && (
        <p className="debt" role="status">
          {t.failed} {jobErrorWords(delivery)?.[language]}
        </p>
      )}
      {status === 'CANCELLED' && <p className="soft">{t.cancelled}</p>}
      {!isUnderWay(delivery) && outcomes.waiting > 0 && (
        <JobProgress
          label={t.sending}
          done={outcomes.sent}
          all={outcomes.sent + outcomes.waiting}
        />
      )}
      <Outcomes delivery={delivery} />
      {isBusy && (
        <ForRole least="accountant">
          <Stop delivery={delivery} />
        </ForRole>
      )}
    </div>
  );
}

function Outcomes({ delivery }: { readonly delivery: Delivery }): ReactElement | null {
  const t = useWords(WORDS);
  const words = useWords(outcomeWords);
  const { outcomes, status } = delivery;
  const there = LETTER_OUTCOMES.filter((outcome) => outcomes[outcome] > 0);
  if (there.length === 0) return status === 'COMPLETED' ? <p className="soft">{t.nobody}</p> : null;
  return (
    <ul className="row">
      {there.map((outcome) => (
        <li key={outcome}>
          <span className={outcome === 'sent' ? 'badge good' : 'badge'}>
            {words.outcomes[outcome]}: {outcomes[outcome]}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Stop({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const t = useWords(WORDS);
  const stopping = useMutation({
    mutationFn: async () => cancelWaiting(delivery),
    onSettled: reloadBilling,
  });
  return (
    <div className="row">
      <Button kind="quiet" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
        {t.stop}
      </Button>
      {stopping.error !== null && <FailureNote error={stopping.error} />}
    </div>
  );
}
