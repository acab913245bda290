// A new webhook: its address, and the events that it receives.
import {
  WEBHOOK_EVENTS,
  type WebhookCreated,
  type WebhookEvent,
} from '@kvartplata/contracts/billing/webhooks.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { webhookWords } from './webhook-words.ts';
import { addWebhook } from './webhooks.ts';

const WORDS = inBoth(
  {
    url: 'Адрес',
    urlHint: 'https://… – туда придёт POST с подписью Standard Webhooks',
    events: 'О чём уведомлять',
    none: 'Выберите хотя бы одно событие',
    add: 'Добавить уведомление',
  },
  {
    url: 'Address',
    urlHint: 'https://…: it gets a POST with the signature of Standard Webhooks',
    events: 'Events',
    none: 'Choose at least one event',
    add: 'Add a webhook',
  },
);

const FIRST: WebhookEvent = 'month.applied';

export function WebhookForm({
  organizationId,
  onAdded,
}: {
  readonly organizationId: number;
  readonly onAdded: (created: WebhookCreated) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(webhookWords);
  const none: Record<string, string> = Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [event, 'false']),
  );
  const form = useForm<Readonly<Record<string, string>>>({
    initial: { url: '', ...none },
    required: ['url'],
    names: { events: FIRST },
    check: (typed) => (chosenIn(typed).length === 0 ? { [FIRST]: t.none } : {}),
    save: async (typed) =>
      onAdded(
        await addWebhook({
          organizationId,
          url: (typed['url'] ?? '').trim(),
          events: chosenIn(typed),
        }),
      ),
  });
  return (
    <Form of={form} save={t.add}>
      <TextField of={form.field('url')} label={t.url} hint={t.urlHint} inputMode="url" autoFocus />
      <fieldset>
        <legend>{t.events}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckField key={event} of={form.field(event)} label={words.events[event] ?? event} />
        ))}
      </fieldset>
    </Form>
  );
}

function chosenIn(typed: Readonly<Record<string, string>>): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => typed[event] === 'true');
}
