// The receipts of a house of a thousand accounts, read and drawn as by a request but without HTTP and core; compared with the
// bare pdfkit calls that put the same text in the same places, including QR codes.
import assert from 'node:assert/strict';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import { openPen } from '@kvartplata/billing-service/src/paper/pen.ts';
import { drawReceipt } from '@kvartplata/billing-service/src/paper/receipts/draw-receipt.ts';
import { qrPath } from '@kvartplata/billing-service/src/paper/receipts/qr-path.ts';
import { exportHouseReceipts } from '@kvartplata/billing-service/src/paper/receipts/receipts.service.ts';
import type { Receipt } from '@kvartplata/billing-service/src/paper/receipts/receipt.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { makeReceipt } from '@kvartplata/billing-service/src/testing/drawn-receipt.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import type { Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { callerOf } from '../billing-caller.ts';
import { peakMemory } from '../process-use.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';
import { benchFiles } from './receipt-files.ts';
import { factsAfter, fillMonth, NOW, receiptsMeans } from './receipt-month.ts';

const PAIRS = sized({ whole: 5, short: 2 });
const ACCOUNTS = sized({ whole: 1_000, short: 200 });
/** Houses of the same size, all in one file. */
const HOUSES = 6;
const MONTH = { accounts: ACCOUNTS, houses: HOUSES };

/** One pdfkit call of a page. */
type Call = readonly [name: string, args: readonly unknown[]];

export async function benchReceipts(): Promise<readonly Measured[]> {
  return onThrowaway<BillingTables, readonly Measured[]>('billing', async ({ owner, open }) => {
    const application = open(2);
    const receipt = makeReceipt();
    await fillMonth(owner, receipt, MONTH);
    const db = application.seeing(() => visibilityOf([{ organizationId: 1, role: 'viewer' }]));
    const caller = callerOf(db, ACCOUNTS, {
      findHouse: async (houseId) => ({
        houseId,
        organizationId: 1,
        address: '',
        accounts: ACCOUNTS,
      }),
      readReceiptFacts: async (houseId, _period, which) =>
        factsAfter(MONTH, houseId, which.after ?? 0),
    });
    const calls = callsOf(receipt);
    const [ours, limits]: [number[], number[]] = [[], []];
    let bytes = 0;
    await exportHouse(caller);
    const memory = peakMemory(process.pid);
    await drawBare(calls, receipt.paymentCode);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      limits.push(await timeOf(async () => drawBare(calls, receipt.paymentCode)));
      ours.push(
        await timeOf(async () => {
          bytes = await exportHouse(caller);
        }),
      );
    }
    const files = await filesOf(application, owner, caller.core, receipt);
    return [
      {
        name: 'receipts',
        what: `${ACCOUNTS} receipts of 8 lines and 3 meters in one file, read and drawn`,
        limit: 'the same pages by bare calls of pdfkit, each with its QR code',
        ours,
        limits,
        notes: [
          `${(bytes / 1e6).toFixed(1)} MB; memory of the process after the first of ours at most ${Math.round(memory)} MB`,
        ],
      },
      ...files,
    ];
  });
}

/** The houses of the same database as one file. */
async function filesOf(
  application: Pick<Database<BillingTables>, 'seeing'>,
  owner: Kysely<unknown>,
  core: Caller['core'],
  receipt: Receipt,
): Promise<readonly Measured[]> {
  const calls = callsOf(receipt);
  return benchFiles({
    everything: application.seeing(() => visibilityOf('all')),
    owner,
    core,
    receipts: receiptsMeans(),
    houses: HOUSES,
    accounts: ACCOUNTS,
    drawBare: async (pages) => drawBare(calls, receipt.paymentCode, pages),
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function exportHouse(caller: Caller): Promise<number> {
  const period = Temporal.PlainYearMonth.from('2026-07');
  let bytes = 0;
  const { file } = await exportHouseReceipts(receiptsMeans(), caller, { houseId: 1, period });
  for await (const chunk of file) bytes += chunk.length;
  assert.ok(bytes > ACCOUNTS * 5_000, `${bytes} bytes`);
  return bytes;
}

/** Records all pdfkit calls that draw the receipt. */
function callsOf(receipt: Receipt): readonly Call[] {
  const calls: Call[] = [];
  const pen = openPen('', NOW);
  const { doc } = pen;
  const seen = doc as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  for (const name of ['font', 'fontSize', 'fillColor', 'text', 'rect', 'roundedRect', 'fill']) {
    const own = seen[name]?.bind(doc);
    seen[name] = (...args) => {
      calls.push([name, args]);
      return own?.(...args);
    };
  }
  const addContent = doc.addContent.bind(doc);
  doc.addContent = (content) => {
    if (String(content).startsWith('q 0 g')) calls.push(['addContent', [content]]);
    return addContent(content);
  };
  drawReceipt(pen, receipt);
  doc.end();
  return calls;
}

async function drawBare(
  calls: readonly Call[],
  paymentCode: string,
  pages = ACCOUNTS,
): Promise<void> {
  const { doc } = openPen('', NOW);
  const drawn = doc as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  for (let page = 0; page < pages; page += 1) {
    doc.addPage();
    qrPath(paymentCode, 0, 0, 100);
    for (const [name, args] of calls) drawn[name]?.(...args);
  }
  doc.end();
  for await (const chunk of doc) assert.ok((chunk as Uint8Array).length > 0);
}
