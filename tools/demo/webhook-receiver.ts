// The receiver of the demo's webhook: it listens on this machine as long as the demo is up, and fails once, so that a delivery is
// retried.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { itemsOf } from '@kvartplata/client/pages.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type WebhookDelivery,
  type WebhookEvent,
} from '@kvartplata/contracts/billing/webhooks.ts';
import { counted, say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

const PATH = '/kvartplata-events';
const EVENTS: readonly WebhookEvent[] = [
  'month.applied',
  'month.closed',
  'payment.booked',
  'payment.reversed',
  'dispute.opened',
];
/** An event that happens in every run, with others after it. */
const NOT_READY_FOR: WebhookEvent = 'dispute.opened';

type Heard = Readonly<Record<'id' | 'sentAt' | 'signature' | 'body', string>>;

export type Receiver = {
  /** Whether everything that was sent has arrived, according to the receiver and to what the company is shown. */
  readonly check: () => Promise<readonly Outcome[]>;
};

/** Deletes the webhook of an earlier run, whose secret is lost. */
export async function openReceiver(owner: Api, organizationId: number): Promise<Receiver> {
  for await (const { id, url } of itemsOf(owner, listWebhooks, { query: { organizationId } }))
    if (url.endsWith(PATH)) await owner.call(deleteWebhook, { params: { webhookId: id } });
  const { port, heard } = await listen();
  const { id: webhookId, secret } = await owner.call(createWebhook, {
    body: { organizationId, url: `http://127.0.0.1:${port}${PATH}`, events: [...EVENTS] },
  });
  return {
    check: async () => outcomesOf(heard, secret, await whenDelivered(owner, webhookId)),
  };
}

async function listen(): Promise<{ readonly port: number; readonly heard: readonly Heard[] }> {
  const heard: Heard[] = [];
  let hasRestarted = false;
  const server = createServer((request, response) => {
    void hearOf(request).then((one) => {
      heard.push(one);
      const isMissed = !hasRestarted && typeOf(one) === NOT_READY_FOR;
      hasRestarted ||= isMissed;
      return response.writeHead(isMissed ? 503 : 204).end();
    });
  });
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, heard };
}

async function hearOf(request: IncomingMessage): Promise<Heard> {
  const header = (name: string): string => String(request.headers[`webhook-${name}`]);
  return {
    id: header('id'),
    sentAt: header('timestamp'),
    signature: header('signature'),
    body: await text(request),
  };
}

async function whenDelivered(owner: Api, webhookId: number): Promise<readonly WebhookDelivery[]> {
  return waitFor(
    'the delivery of every event',
    async () =>
      Array.fromAsync(itemsOf(owner, listWebhookDeliveries, { params: { webhookId }, query: {} })),
    (deliveries) => deliveries.every(({ status }) => status !== 'WAITING'),
  );
}

function outcomesOf(
  heard: readonly Heard[],
  secret: string,
  deliveries: readonly WebhookDelivery[],
): readonly Outcome[] {
  const arrived = new Set(heard.map(({ id }) => id));
  const again = deliveries.filter(({ attempts }) => attempts > 1);
  return [
    {
      what: say(
        'чат-бот узнаёт о месяцах, платежах и обращениях: дошло всё, подписи верны',
        'the chat bot is told of months, payments and disputes: all has arrived, and is signed',
      ),
      holds:
        deliveries.length > 0 &&
        deliveries.every(
          ({ status, messageId }) => status === 'DELIVERED' && arrived.has(messageId),
        ) &&
        heard.every((one) => isSigned(one, secret)),
    },
    {
      what: say(
        `он перезапускался и не принял ${counted(again.length, 'событие', 'события', 'событий')}: отправлено ещё раз и дошло`,
        `it restarted and missed ${again.length} of them: sent once more, and arrived`,
      ),
      holds: again.some(({ event }) => event === NOT_READY_FOR),
    },
  ];
}

function isSigned({ id, sentAt, signature, body }: Heard, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest('base64');
  return signature === `v1,${expected}`;
}

function typeOf({ body }: Heard): unknown {
  return (JSON.parse(body) as { readonly type: unknown }).type;
}
