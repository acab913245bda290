// The company's programs in the demo: a bank's till and a chat bot, each with an API key of its own that allows what its role
// does and no more, and a webhook that sends events to the bot.
import { createClient } from '@kvartplata/client/client.ts';
import { itemsOf } from '@kvartplata/client/pages.ts';
import {
  createApiKey,
  listApiKeys,
  withdrawApiKey,
  type NewApiKey,
} from '@kvartplata/contracts/auth/api-keys.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { say } from '../speech/speech.ts';
import type { Api, Urls } from './api.ts';
import { expect, type Outcome } from './colleagues.ts';
import { openReceiver, type Receiver } from './webhook-receiver.ts';

const DAYS_OF_KEY = 365;
const TILL = 'Касса банка';
const BOT = 'Чат-бот для жильцов';

export type Programs = {
  /** Sends the payments that it accepts. */
  readonly till: Api;
  /** Tells residents what they owe. */
  readonly bot: Api;
  readonly receiver: Receiver;
};

type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly cycleId: number;
  /** The month whose turnover both the owner and the bot read. */
  readonly period: string;
};

/** Each gets a new key in every run: the text of an earlier run's key is lost, so that key is withdrawn. */
export async function connectPrograms(
  owner: Api,
  urls: Urls,
  organizationId: number,
): Promise<Programs> {
  const connect = async (name: string, role: NewApiKey['role']): Promise<Api> => {
    for await (const { id, ...key } of itemsOf(owner, listApiKeys, { query: { organizationId } }))
      if (key.name === name && key.status === 'ACTIVE')
        await owner.call(withdrawApiKey, { params: { apiKeyId: id } });
    const { key } = await owner.call(createApiKey, {
      body: { organizationId, name, role, expiresOn: lastDayOfKey() },
    });
    return createClient({ urls, bearer: key });
  };
  return {
    till: await connect(TILL, 'accountant'),
    bot: await connect(BOT, 'viewer'),
    receiver: await openReceiver(owner, organizationId),
  };
}

export async function showPrograms(
  owner: Api,
  { till, bot, receiver }: Programs,
  { organizationId, houseId, cycleId, period }: Place,
): Promise<readonly Outcome[]> {
  const owedAs = async ({ call }: Api): Promise<string> => {
    const { totals } = await call(getTurnoverBalance, { query: { houseId, period } });
    return `${totals.closing.principal} ${totals.closing.penalty}`;
  };
  const further: NewApiKey = {
    organizationId,
    name: TILL,
    role: 'viewer',
    expiresOn: lastDayOfKey(),
  };
  return [
    {
      what: say('чат-бот видит тот же долг дома', 'the chat bot reads the same debt of the house'),
      holds: (await owedAs(bot)) === (await owedAs(owner)),
    },
    await expect(
      say('провести месяц его ключ не позволяет', 'its key does not allow it to apply a month'),
      'forbidden',
      bot.call(applyCycle, { params: { cycleId } }),
    ),
    await expect(
      say('касса новых ключей не выпускает', 'the till makes no further keys'),
      'forbidden',
      till.call(createApiKey, { body: further }),
    ),
    ...(await receiver.check()),
  ];
}

function lastDayOfKey(): string {
  return Temporal.Now.plainDateISO('Europe/Moscow').add({ days: DAYS_OF_KEY }).toString();
}
