// The demo's part about receipts by e-mail: accounts with an address get those of two months, as letters in a folder, and one
// letter bounces.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  createDelivery,
  getDelivery,
  listDeliveries,
  type DeliveryLetter,
  type DeliveryWithLetters,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { counted, month, say } from '../speech/speech.ts';
import { waitFor, type Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { returnLetter } from './returned-letter.ts';
import { renderTable } from './table.ts';

type Place = { readonly organizationId: number; readonly houseId: number };

/**
 * Sends the receipts of the house for the month before the last one, and those of all houses for the last one.
 * @param readers how many accounts have an address
 */
export async function sendLetters(
  api: Api,
  { organizationId, houseId }: Place,
  { months, readers }: { readonly months: readonly string[]; readonly readers: number },
  dataDirectory: string,
): Promise<{
  readonly table: string;
  readonly folder: string;
  readonly outcomes: readonly Outcome[];
}> {
  const [before = '', last = ''] = months.slice(-2);
  const earlier = await send(api, organizationId, { period: before, houseId });
  const newest = await send(api, organizationId, { period: last, organizationId });
  const folder = path.join(dataDirectory, 'mail');
  const returned = await returnOne(api, organizationId, folder, newest.items);
  const written = readdirSync(folder).filter((name) => name.endsWith('.eml')).length;
  return {
    table: lettersTable(newest.items),
    folder,
    outcomes: [
      ...[earlier, newest].map(({ period, outcomes }) => ({
        what: say(
          `${month(period)}: ${counted(outcomes.sent, 'квитанция ушла', 'квитанции ушли', 'квитанций ушло')} по почте, адреса нет у ${counted(outcomes['no-address'], 'счёта', 'счетов', 'счетов')}`,
          `${month(period)}: ${outcomes.sent} receipts are sent by e-mail, ${outcomes['no-address']} accounts have no address`,
        ),
        holds: outcomes.sent + outcomes.bounced === readers && outcomes.waiting === 0,
      })),
      {
        what: say(
          `одно письмо вернулось: на ${returned} больше не пишут, пока жилец не даст другой адрес`,
          `one letter has come back: nothing is sent to ${returned} until the resident gives another address`,
        ),
        holds: returned !== undefined,
      },
      {
        what: say(
          'почтового сервера у демо нет, и каждое письмо – файл в папке',
          'the demo has no mail server, and each letter is a file in a folder',
        ),
        holds: written >= earlier.outcomes.sent + newest.outcomes.sent,
      },
    ],
  };
}

/**
 * The letter to the last reader bounces; after an earlier run it has done so already.
 * @returns its address
 */
async function returnOne(
  api: Api,
  organizationId: number,
  folder: string,
  letters: readonly DeliveryLetter[],
): Promise<string | undefined> {
  const { recipient, outcome } = letters.findLast((letter) => letter.recipient !== null) ?? {};
  if (typeof recipient !== 'string' || outcome === 'bounced') return recipient ?? undefined;
  const bounce = await returnLetter(api, organizationId, folder, recipient);
  return bounce.outcome === 'bounced' ? recipient : undefined;
}

/** Sent once: later runs find the delivery of the first. */
async function send(
  api: Api,
  organizationId: number,
  of: { readonly period: string; readonly houseId?: number; readonly organizationId?: number },
): Promise<DeliveryWithLetters> {
  const body = { channel: 'email', ...of } as const;
  const { period } = of;
  const { items } = await api.call(listDeliveries, { query: { organizationId, period } });
  const { id } = items.at(-1) ?? (await api.call(createDelivery, { body }));
  return waitFor(
    `delivery ${id}`,
    async () => api.call(getDelivery, { params: { deliveryId: id }, query: { limit: 200 } }),
    ({ finishedAt, outcomes }) => finishedAt !== null && outcomes.waiting === 0,
  );
}

/** The letters of accounts with an address. */
function lettersTable(letters: readonly DeliveryLetter[]): string {
  return renderTable<DeliveryLetter>(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Адрес', 'Address'), of: ({ recipient }) => recipient ?? '' },
      {
        title: say('Что с письмом', 'The letter'),
        of: ({ outcome }) => (outcome === 'sent' ? say('отправлено', 'sent') : outcome),
      },
    ],
    letters.filter(({ recipient }) => recipient !== null),
  );
}
