// The demo's part about receipts: a file of the house's receipts of a month, the link of one of them, and what a resident
// disputes and sends on its page.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listDisputes, settleDispute } from '@kvartplata/contracts/billing/disputes.ts';
import {
  createReceiptFile,
  fetchReceiptFile,
  getReceiptFile,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { getHouseReceipts } from '@kvartplata/contracts/billing/receipts.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { getOrganization, replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { findProgram } from '@kvartplata/platform/testing/programs.ts';
import { codesOfPages } from '@kvartplata/billing-service/src/testing/pdf-pages.ts';
import { counted, month, say } from '../speech/speech.ts';
import { type Api, bytesOf, waitFor } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { sendByLinks } from './residents-door.ts';

/** The check digits are right, and the numbers nobody’s: no tax office has the code 9900. */
const DETAILS = {
  inn: '9900012340',
  kpp: '990001001',
  ogrn: '1159900001238',
  legalAddress: '999000, Зареченская обл., г. Зареченск, ул. Речная, д. 3',
  phone: '+7 999 000-00-00',
  website: 'tihaya-zavod.example',
  email: 'office@tihaya-zavod.example',
  bankDetails: {
    bankName: 'ПАО Сбербанк',
    bic: '044525225',
    settlementAccount: '40702810538000123456',
    correspondentAccount: '30101810400000000225',
  },
};

const WAITING_REASON = 'Нас не было дома весь месяц.';
const SETTLED_REASON = 'Счётчик стоял, проверьте показание.';

type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly accounts: number;
  readonly period: string;
};

/** @returns the file's path and the checks */
export async function issueReceipts(
  api: Api,
  { organizationId, houseId, accounts, period }: House,
  dataDirectory: string,
): Promise<{ readonly file: string; readonly outcomes: readonly Outcome[] }> {
  const { name, shortName } = await api.call(getOrganization, { params: { organizationId } });
  await api.call(replaceOrganization, {
    params: { organizationId },
    body: { name, shortName, ...DETAILS },
  });
  const pdf = await bytesOf(await api.callFile(getHouseReceipts, { query: { houseId, period } }));
  const text = pdf.toString('latin1');
  const pages = text.match(/\/Type \/Page\b/g)?.length ?? 0;
  const file = path.join(dataDirectory, 'receipts', `${period}-house-${houseId}.pdf`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, pdf);
  const links = [...new Set(text.match(/https?:\/\/[^)\s]+\/r\/[A-Za-z0-9._-]+/g))];
  const [link = '', otherLink = ''] = links;
  return {
    file,
    outcomes: [
      {
        what: say(
          `${month(period)}: квитанций ${accounts}, в файле ${counted(pages, 'страница', 'страницы', 'страниц')}`,
          `${accounts} receipts of ${month(period)} are a file of ${pages} pages`,
        ),
        holds: pages === accounts,
      },
      await printAll(api, { organizationId, period }, path.dirname(file)),
      ...(findProgram('pdftoppm') === undefined
        ? []
        : [await codesAgree(api, { houseId, period }, pdf)]),
      ...(await settleObjection(api, { houseId, link })),
      {
        what: say(
          'ещё один жилец возразил и ждёт ответа',
          'another one objects, and waits for an answer',
        ),
        holds: await leaveWaiting(api, { houseId, link: otherLink }),
      },
      ...(await sendByLinks(api, houseId, links)),
    ],
  };
}

/** The receipts of all houses as one archive, with one document per house. */
async function printAll(
  api: Api,
  { organizationId, period }: Pick<House, 'organizationId' | 'period'>,
  folder: string,
): Promise<Outcome> {
  const { id } = await api.call(createReceiptFile, {
    body: { organizationId, period, form: 'zip' },
  });
  const params = { receiptFileId: id };
  const made = await waitFor(
    `file of receipts ${id}`,
    async () => api.call(getReceiptFile, { params }),
    ({ finishedAt }) => finishedAt !== null,
  );
  const zip = await bytesOf(await api.callFile(fetchReceiptFile, { params }));
  writeFileSync(path.join(folder, made.file?.name ?? 'receipts.zip'), zip);
  const houses = made.houseIds.length - made.housesWithoutReceipts.length;
  return {
    what: say(
      `квитанции всех домов (${made.receipts}) – один архив, файлов в нём ${houses}`,
      `the ${made.receipts} receipts of all houses are one archive with ${houses} ${houses === 1 ? 'file' : 'files'}`,
    ),
    holds: made.status === 'COMPLETED' && zip.length === made.file?.bytes,
  };
}

/** Programs that read the receipts' payment codes are not installed everywhere. */
async function codesAgree(
  api: Api,
  { houseId, period }: Pick<House, 'houseId' | 'period'>,
  pdf: Buffer,
): Promise<Outcome> {
  const { accounts } = await api.call(getTurnoverBalance, { query: { houseId, period } });
  const owed = accounts
    .map(({ closing }) => parseKopecks(closing.principal) + parseKopecks(closing.penalty))
    .filter((kopecks) => kopecks > 0n);
  const asked = codesOfPages(pdf).flatMap((code) => /\|Sum=(\d+)/.exec(code ?? '')?.[1] ?? []);
  return {
    what: say(
      `${counted(asked.length, 'QR-код просит', 'QR-кода просят', 'QR-кодов просят')} столько, сколько должны по оборотке`,
      `the codes of ${asked.length} of them ask for what the turnover says is owed`,
    ),
    holds: asked.toSorted().join() === owed.map(String).toSorted().join(),
  };
}

/** What a resident, without signing in, disputes in the first line of the receipt. */
async function objectTo(link: string, reason: string): Promise<{ line: string; status: number }> {
  const page = await fetch(link);
  const [, line = ''] = /name="line" value="([^"]+)"/.exec(await page.text()) ?? [];
  const { status } = await fetch(`${link}/disputes`, {
    method: 'POST',
    body: new URLSearchParams({ line, reason }),
    redirect: 'manual',
  });
  return { line, status };
}

/** A dispute left open by an earlier run is enough. */
async function leaveWaiting(
  api: Api,
  { houseId, link }: { readonly houseId: number; readonly link: string },
): Promise<boolean> {
  const isWaiting = async (): Promise<boolean> => {
    const { items } = await api.call(listDisputes, { query: { houseId } });
    return items.some(({ reason }) => reason === WAITING_REASON);
  };
  if (!(await isWaiting())) await objectTo(link, WAITING_REASON);
  return isWaiting();
}

/** A resident disputes a line; the accountant answers. */
async function settleObjection(
  api: Api,
  { houseId, link }: { readonly houseId: number; readonly link: string },
): Promise<readonly Outcome[]> {
  const { line, status } = await objectTo(link, SETTLED_REASON);
  const { items } = await api.call(listDisputes, { query: { houseId } });
  const dispute = items.find(({ reason }) => reason === SETTLED_REASON);
  if (dispute !== undefined)
    await api.call(settleDispute, {
      params: { disputeId: dispute.id },
      body: {
        answer: 'Показание проверено: счётчик исправен.',
      },
    });
  const page = await fetch(link);
  return [
    {
      what: say(
        `ссылка первой квитанции открывает её страницу: ${link}`,
        `the link of the first one opens its page: ${link}`,
      ),
      holds: page.status === 200,
    },
    {
      what: say(
        `жилец возразил против строки «${line}» и читает там ответ`,
        `a resident objects to the line “${line}”, and reads the answer there`,
      ),
      holds: status === 303 && (await page.text()).includes('счётчик исправен'),
    },
  ];
}
