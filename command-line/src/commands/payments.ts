// Payments: booked one by one or from a bank's registry, listed, and reversed.
import { itemsOf } from '@kvartplata/client/pages.ts';
import { getPaymentImport, importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import {
  createPayment,
  listPayments,
  reversePayment,
} from '@kvartplata/contracts/billing/payments.ts';
import {
  PROFILE_NAMES,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { Command } from '../command.ts';
import type { OptionFacts } from '../given.ts';
import { UsageError } from '../command-errors.ts';
import { withNumbers } from '../account-numbers.ts';
import { formOf } from '../files.ts';
import { assertCompleted, untilEnded } from '../jobs.ts';
import { accountOf, HOUSE, ORGANIZATION, organizationOf } from '../places.ts';
import { PAYMENT_STATES } from '../state-words.ts';
import { KEY, writtenOnce } from '../written-once.ts';

const ACCOUNT: OptionFacts = {
  value: 'NUMBER',
  words: { ru: 'номер лицевого счёта', en: 'the number of the account' },
};
const DAY = 'YYYY-MM-DD';

const book: Command = {
  name: 'payments book',
  words: { ru: 'провести платёж', en: 'book a payment' },
  options: {
    account: { ...ACCOUNT, isRequired: true },
    amount: {
      value: '1234.50',
      isRequired: true,
      words: { ru: 'сумма в рублях', en: 'the amount in roubles' },
    },
    'paid-on': {
      value: DAY,
      isRequired: true,
      words: { ru: 'день платежа', en: 'the day of payment' },
    },
    month: {
      value: 'YYYY-MM',
      words: { ru: 'за какой месяц', en: 'the month that the payer names' },
    },
    reference: {
      value: 'TEXT',
      words: { ru: 'номер документа', en: 'the number of the document' },
    },
    source: {
      value: 'TEXT',
      words: { ru: 'откуда, например касса', en: 'where from, such as a till' },
    },
    organization: ORGANIZATION,
    key: KEY,
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const paidOn = given.day('paid-on') ?? '';
    const amount = given.needed('amount').replace(',', '.');
    const period = given.month('month');
    const client = await connect();
    const account = await accountOf(client, given, given.needed('account'));
    const [reference, source] = [given.text('reference'), given.text('source')];
    const body = { personalAccountId: account.id, amount, paidOn, period, reference, source };
    const payment = await writtenOnce(context, async (idempotencyKey) =>
      client.call(createPayment, { body, idempotencyKey }),
    );
    output.tell(payment, {
      ru: `Платёж ${payment.id} проведён: ${output.figure(payment.amount)}, счёт ${account.accountNumber}`,
      en: `Payment ${payment.id} is booked: ${output.figure(payment.amount)}, account ${account.accountNumber}`,
    });
  },
};

const list: Command = {
  name: 'payments list',
  words: { ru: 'платежи, новые сверху', en: 'payments, newest first' },
  options: {
    organization: ORGANIZATION,
    house: HOUSE,
    account: ACCOUNT,
    from: { value: DAY, words: { ru: 'с этого дня платежа', en: 'paid on this day or later' } },
    to: { value: DAY, words: { ru: 'по этот день платежа', en: 'paid on this day or earlier' } },
  },
  run: async ({ connect, given, output }) => {
    const client = await connect();
    const number = given.text('account');
    const account = number === undefined ? undefined : await accountOf(client, given, number);
    const query = {
      organizationId: given.id('organization'),
      houseId: given.id('house'),
      personalAccountId: account?.id,
      from: given.day('from'),
      to: given.day('to'),
    };
    const numbers = new Map<number, string>();
    const payments = itemsOf(client, listPayments, { query });
    await output.list(
      [
        { title: { ru: '№', en: 'id' }, of: ({ id }) => String(id), isFigure: true },
        { title: { ru: 'день', en: 'paid on' }, of: ({ paidOn }, { date }) => date(paidOn) },
        {
          title: { ru: 'сумма', en: 'amount' },
          of: ({ amount }, { figure }) => figure(amount),
          isFigure: true,
        },
        {
          title: { ru: 'счёт', en: 'account' },
          of: ({ personalAccountId }) => numbers.get(personalAccountId) ?? '',
        },
        { title: { ru: 'документ', en: 'reference' }, of: ({ reference }) => reference ?? '' },
        {
          title: { ru: 'откуда', en: 'source' },
          of: ({ source }, { language }) => sourceName(source, language),
        },
        {
          title: { ru: 'состояние', en: 'status' },
          of: ({ status }, { say }) => say(PAYMENT_STATES[status]),
        },
      ],
      output.isJson ? payments : withNumbers(client, payments, numbers),
    );
  },
};

const reverse: Command = {
  name: 'payments reverse',
  operands: 'ID',
  words: { ru: 'сторнировать платёж', en: 'reverse a payment' },
  options: {
    reason: { value: 'TEXT', isRequired: true, words: { ru: 'причина', en: 'the reason' } },
    key: KEY,
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const paymentId = paymentOf(given.operands[0] ?? '');
    const client = await connect();
    const body = { reason: given.needed('reason') };
    const reversed = await writtenOnce(context, async (idempotencyKey) =>
      client.call(reversePayment, { params: { paymentId }, body, idempotencyKey }),
    );
    output.tell(reversed, {
      ru: `Платёж ${paymentId} сторнирован`,
      en: `Payment ${paymentId} is reversed`,
    });
  },
};

const importRegistry: Command = {
  name: 'payments import',
  operands: 'FILE',
  words: { ru: 'загрузить реестр платежей банка', en: "import a bank's registry of payments" },
  options: {
    profile: {
      value: PROFILE_NAMES.join('|'),
      isRequired: true,
      words: { ru: 'чей это реестр', en: 'whose registry it is' },
    },
    organization: ORGANIZATION,
    'dry-run': { words: { ru: 'только проверить', en: 'check only' } },
    key: KEY,
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const profile = profileOf(given.needed('profile'));
    const body = formOf(given.operands[0] ?? '');
    const dryRun = given.has('dry-run') || undefined;
    const client = await connect();
    const query = { profile, organizationId: await organizationOf(client, given), dryRun };
    const begun = await writtenOnce(context, async (idempotencyKey) =>
      client.call(importPayments, { query, body, idempotencyKey }),
    );
    const params = { paymentImportId: begun.id };
    const ended = await untilEnded(
      begun,
      async () => client.call(getPaymentImport, { params, query: { limit: 1 } }),
      output,
      ({ processedRows, rows }) => ({
        ru: `Строк разобрано: ${processedRows} из ${rows}`,
        en: `Rows judged: ${processedRows} of ${rows}`,
      }),
    );
    const { matched, quarantined, rejected } = ended;
    const [booked, waiting] = [ended.matchedAmount, ended.quarantinedAmount].map(output.figure);
    output.tell(ended, {
      ru: `Платежей: ${matched} на ${booked}, не выяснено: ${quarantined} на ${waiting}, отвергнуто: ${rejected}`,
      en: `Payments: ${matched} of ${booked}, unidentified: ${quarantined} of ${waiting}, rejected: ${rejected}`,
    });
    for (const { message, messageRu, rows, lines } of ended.reasons)
      output.remark({
        ru: `${messageRu}: строк ${rows}, первые ${lines.join(', ')}`,
        en: `${message}: ${rows} rows, the first ${lines.join(', ')}`,
      });
    assertCompleted(ended);
  },
};

/** Plain digits only: `1e3` or `0x10` would be parsed as a different payment than the user meant. */
function paymentOf(typed: string): number {
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed);
  throw new UsageError({ ru: 'нужен номер платежа', en: 'the id of a payment is needed' });
}

function profileOf(typed: string): RegistryProfile {
  const found = PROFILE_NAMES.find((name) => name === typed);
  if (found !== undefined) return found;
  const names = PROFILE_NAMES.join(', ');
  throw new UsageError({ ru: `--profile: одно из ${names}`, en: `--profile: one of ${names}` });
}

export const PAYMENT_COMMANDS = [book, list, reverse, importRegistry];
