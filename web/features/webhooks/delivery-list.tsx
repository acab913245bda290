// The deliveries to a webhook: what has arrived, what waits, and why.
import type { Webhook, WebhookDelivery } from '@kvartplata/contracts/billing/webhooks.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { webhookWords } from './webhook-words.ts';
import { deliveriesOf } from './webhooks.ts';

const WORDS = inBoth(
  {
    caption: 'Что отправлено',
    none: 'Пока ничего не отправлено.',
    event: 'Событие',
    at: 'Когда',
    result: 'Итог',
    attempts: 'Попыток',
    answered: (status: number) => `ответ\u00a0${status}`,
    next: (at: string) => `снова ${at}`,
  },
  {
    caption: 'Deliveries',
    none: 'Nothing has been sent yet.',
    event: 'Event',
    at: 'When',
    result: 'Result',
    attempts: 'Attempts',
    answered: (status) => `answered\u00a0${status}`,
    next: (at) => `again ${at}`,
  },
);

const READ_EVERY_MS = 2_000;

export function DeliveryList({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(webhookWords);
  const query = useInfiniteQuery({ ...deliveriesOf(webhook), refetchInterval: READ_EVERY_MS });
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      empty={<Empty>{t.none}</Empty>}
      keyOf={({ id }) => id}
      columns={[
        { title: t.event, isName: true, cell: ({ event }) => words.events[event] ?? event },
        { title: t.at, isExtra: true, cell: ({ occurredAt }) => showInstant(occurredAt) },
        { title: t.result, cell: (delivery) => <Result {...delivery} /> },
        { title: t.attempts, isExtra: true, cell: ({ attempts }) => attempts },
      ]}
    />
  );
}

function Result({ status, answered, failure, nextAttemptAt }: WebhookDelivery): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(webhookWords);
  const told = [
    failure === null ? undefined : words.failures[failure],
    answered === null ? undefined : t.answered(answered),
    failure === null || nextAttemptAt === null ? undefined : t.next(showInstant(nextAttemptAt)),
  ].filter((part) => part !== undefined);
  return (
    <>
      <span className={status === 'DELIVERED' ? 'badge good' : 'badge'}>
        {words.statuses[status]}
      </span>{' '}
      <span className="small soft">{told.join(', ')}</span>
    </>
  );
}
