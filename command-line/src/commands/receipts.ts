// Receipts of a month: of an account, of a house, or of many houses as one file.
import type { Client } from '@kvartplata/client/client.ts';
import {
  createReceiptFile,
  fetchReceiptFile,
  getReceiptFile,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import type { Command, Context } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { assertCompleted, untilEnded } from '../jobs.ts';
import { accountOf, HOUSE, MONTH, ORGANIZATION, organizationOf } from '../places.ts';
import { KEY, writtenOnce } from '../written-once.ts';

const receipts: Command = {
  name: 'receipts',
  words: {
    ru: 'квитанции месяца: счёта, дома или всей организации, файлом PDF или ZIP',
    en: 'receipts of a month: of an account, a house or the organization, as a PDF or ZIP file',
  },
  options: {
    month: MONTH,
    account: { value: 'NUMBER', words: { ru: 'только этого счёта', en: 'of this account only' } },
    house: { ...HOUSE, words: { ru: 'только этого дома', en: 'of this house only' } },
    organization: ORGANIZATION,
    output: {
      value: 'FILE',
      words: {
        ru: 'файл .pdf, или .zip с документом на каждый дом; иначе стандартный вывод',
        en: 'a .pdf file, or a .zip with a document for each house; else standard output',
      },
    },
    key: KEY,
  },
  run: async (context) => {
    const { connect, given, output } = context;
    const path = given.text('output');
    if (path === undefined && process.stdout.isTTY)
      throw new UsageError({ ru: 'укажите --output', en: 'name the --output' });
    const file = await ask(await connect(), context);
    await output.save(file, path);
    if (path !== undefined) output.remark({ ru: `Записано: ${path}`, en: `Saved: ${path}` });
  },
};

async function ask(client: Client, context: Context): Promise<Response> {
  const { given } = context;
  const period = given.month('month') ?? '';
  const [number, houseId] = [given.text('account'), given.id('house')];
  if (number !== undefined) {
    const { id: personalAccountId } = await accountOf(client, given, number);
    return client.callFile(getReceipt, { params: { personalAccountId }, query: { period } });
  }
  return houseId === undefined
    ? ofOrganization(client, context, period)
    : client.callFile(getHouseReceipts, { query: { houseId, period } });
}

/** Made as a job, because thousands of pages take a while. */
async function ofOrganization(client: Client, context: Context, period: string): Promise<Response> {
  const { given, output } = context;
  const form = given.text('output')?.endsWith('.zip') === true ? 'zip' : 'pdf';
  const body = { period, organizationId: await organizationOf(client, given), form } as const;
  const begun = await writtenOnce(context, async (idempotencyKey) =>
    client.call(createReceiptFile, { body, idempotencyKey }),
  );
  const params = { receiptFileId: begun.id };
  const ended = await untilEnded(
    begun,
    async () => client.call(getReceiptFile, { params }),
    output,
    ({ processedAccounts, totalAccounts }) => ({
      ru: `Готово счетов: ${processedAccounts} из ${totalAccounts}`,
      en: `Accounts done: ${processedAccounts} of ${totalAccounts}`,
    }),
  );
  assertCompleted(ended);
  return client.callFile(fetchReceiptFile, { params });
}

export const RECEIPT_COMMANDS = [receipts];
