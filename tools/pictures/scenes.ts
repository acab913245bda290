// What the pictures show: pages of the company, each as an accountant sees it, and one receipt.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { bytesOf } from '../demo/api.ts';
import type { Company } from './company.ts';

type Place = { readonly period: string; readonly accountId: number };

export type Scene = {
  /** The name of its file. */
  readonly name: string;
  readonly language: 'ru' | 'en';
  readonly height: number;
  readonly addressOf: (place: Place) => string;
  /** What a user does before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/** Three persons, and nothing unusual. */
const ACCOUNT_NUMBER = 'LS03';
const RECEIPT_DPI = 110;

export const SCENES: readonly Scene[] = [
  { name: 'month', language: 'ru', height: 900, addressOf: ({ period }) => `/?period=${period}` },
  {
    name: 'month-english',
    language: 'en',
    height: 900,
    addressOf: ({ period }) => `/?period=${period}`,
  },
  {
    name: 'charge',
    language: 'ru',
    height: 900,
    addressOf: ({ period, accountId }) => `/accounts/${accountId}?period=${period}`,
    prepare: async (page) => openCharge(page, 'Холодное водоснабжение'),
  },
  {
    name: 'payments',
    language: 'ru',
    height: 768,
    addressOf: ({ period }) => `/payments?span=month&day=${period}-08`,
  },
  { name: 'debtors', language: 'ru', height: 768, addressOf: () => '/reports/debtors' },
];

export async function findAccount({ api, houseId }: Company): Promise<number> {
  const { items } = await api.call(listAccountsOfHouse, {
    params: { houseId },
    query: { limit: 200 },
  });
  const account = items.find(({ accountNumber }) => accountNumber === ACCOUNT_NUMBER);
  if (account === undefined) throw new Error(`the demo has no account ${ACCOUNT_NUMBER}`);
  return account.id;
}

/** The receipt of the last month, as printed. */
export async function drawReceipt(
  { api, months }: Company,
  accountId: number,
  directory: string,
): Promise<Buffer> {
  const params = { personalAccountId: accountId };
  const [period = ''] = months.slice(-1);
  const pdf = await bytesOf(await api.callFile(getReceipt, { params, query: { period } }));
  const file = path.join(directory, 'receipt');
  writeFileSync(`${file}.pdf`, pdf);
  const options = ['-png', '-singlefile', '-r', `${RECEIPT_DPI}`];
  execFileSync(getProgram('pdftoppm'), [...options, `${file}.pdf`, file]);
  return readFileSync(`${file}.png`);
}

async function openCharge(page: Page, service: string): Promise<void> {
  await page.getByRole('button', { name: service, exact: true }).first().click();
  await page.getByText('Пересчёт по этим шагам даёт ту же сумму.').waitFor();
}
