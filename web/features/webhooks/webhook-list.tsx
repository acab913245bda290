// The webhooks of an organization: adding one, whose secret is shown once, testing it, listing its deliveries, deleting it.
import type { Webhook, WebhookCreated } from '@kvartplata/contracts/billing/webhooks.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Empty } from '../../ui/states.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookWords } from './webhook-words.ts';
import { deliveriesOf, removeWebhook, tryWebhook, webhooksOf } from './webhooks.ts';

const WORDS = inBoth(
  {
    title: 'Уведомления для программ',
    none: 'Уведомлений нет. Программа может узнавать о событиях сама: о платеже, проведённом месяце, обращении жильца.',
    url: 'Адрес',
    add: 'Добавить уведомление',
    added: 'Секрет уведомления',
    secret: 'Секрет',
    once: 'Скопируйте секрет сейчас: больше он не будет показан. По нему программа проверяет, что уведомление от нас.',
    sure: 'Удалить уведомление? Неотправленное не будет отправлено.',
    test: 'Проверить',
    user: (id: number) => `пользователь № ${id}`,
    noOwner: 'больше не владелец',
    whyNoOwner:
      'Уведомления уходят на этот адрес, хотя добавивший его уже не владелец. Если адрес не ваш, удалите уведомление.',
  },
  {
    title: 'Webhooks',
    none: 'No webhooks. A program can be told of events: of a payment, an applied month, a dispute.',
    url: 'Address',
    add: 'Add a webhook',
    added: 'Secret of the webhook',
    secret: 'Secret',
    once: 'Copy the secret now: it is shown this once. With it a program verifies that an event comes from us.',
    sure: 'Delete the webhook? What has not been sent will not be sent.',
    test: 'Send a test',
    user: (id) => `user ${id}`,
    noOwner: 'no longer an owner',
    whyNoOwner:
      'Events go to this address although whoever added it is no longer an owner. If the address is not yours, delete the webhook.',
  },
);

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'secret'; readonly created: WebhookCreated }
  | { readonly what: 'webhook'; readonly webhook: Webhook };

/** Who added webhooks. */
type Maker = { readonly name: string; readonly isOwner: boolean };
type Makers = ReadonlyMap<number, Maker>;

export function WebhookList({
  organizationId,
  makers,
}: {
  readonly organizationId: number;
  /** The organization's people by user id; an admin of the platform may be missing. */
  readonly makers: Makers;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const webhooks = webhooksOf(organizationId);
  const query = useInfiniteQuery(webhooks);
  const [opened, setOpened] = useState<Opened>();
  const reload = async (): Promise<void> =>
    client.invalidateQueries({ queryKey: webhooks.queryKey });
  const close = (): void => setOpened(undefined);
  return (
    <Sheet
      title={t.title}
      actions={<Button onClick={() => setOpened({ what: 'new' })}>{t.add}</Button>}
    >
      <WebhookTable
        query={query}
        makers={makers}
        onOpen={(webhook) => setOpened({ what: 'webhook', webhook })}
      />
      {opened?.what === 'new' && (
        <Dialog title={t.add} onClose={close}>
          <WebhookForm
            organizationId={organizationId}
            onAdded={async (created) => {
              setOpened({ what: 'secret', created });
              await reload();
            }}
          />
        </Dialog>
      )}
      {opened?.what === 'secret' && (
        <Dialog title={t.added} onClose={close}>
          <ShownOnce label={t.secret} note={t.once} secret={opened.created.secret} onDone={close} />
        </Dialog>
      )}
      {opened?.what === 'webhook' && (
        <Dialog title={opened.webhook.url} onClose={close}>
          <OneWebhook
            webhook={opened.webhook}
            onDeleted={async () => {
              close();
              await reload();
            }}
          />
        </Dialog>
      )}
    </Sheet>
  );
}

function WebhookTable({
  query,
  makers,
  onOpen,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<Webhook>>>;
  readonly makers: Makers;
  readonly onOpen: (webhook: Webhook) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(webhookWords);
  return (
    <PagedTable
      query={query}
      caption={t.title}
      empty={<Empty>{t.none}</Empty>}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.url,
          isName: true,
          cell: (webhook) => (
            <>
              <Button kind="quiet" className="in-table" onClick={() => onOpen(webhook)}>
                {webhook.url}
              </Button>
              <br />
              <span className="small soft">
                {webhook.events.map((event) => words.events[event] ?? event).join(', ')}
              </span>
              <MadeBy userId={webhook.userId} maker={makers.get(webhook.userId)} />
            </>
          ),
        },
      ]}
    />
  );
}

function MadeBy({
  userId,
  maker,
}: {
  readonly userId: number;
  readonly maker: Maker | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const name = maker?.name ?? t.user(userId);
  return (
    <>
      <br />
      <span className="small soft">{name}</span>
      {maker?.isOwner === false && (
        <>
          {' '}
          <span className="badge">{t.noOwner}</span>
          <p className="small soft">{t.whyNoOwner}</p>
        </>
      )}
    </>
  );
}

function OneWebhook({
  webhook,
  onDeleted,
}: {
  readonly webhook: Webhook;
  readonly onDeleted: () => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const trying = useMutation({
    mutationFn: async () => tryWebhook(webhook),
    onSettled: async () => client.invalidateQueries({ queryKey: deliveriesOf(webhook).queryKey }),
  });
  return (
    <div className="stack">
      <div className="row">
        <Button isBusy={trying.isPending} onClick={() => trying.mutate()}>
          {t.test}
        </Button>
        <DeleteButton
          what={t.sure}
          act={async () => {
            await removeWebhook(webhook);
            await onDeleted();
          }}
        />
      </div>
      {trying.error !== null && <FailureNote error={trying.error} />}
      <DeliveryList webhook={webhook} />
    </div>
  );
}
