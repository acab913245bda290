// The receipts of a house of a thousand accounts, read and drawn as a request does but for HTTP and core; beside the bare
// calls of pdfkit that put the same signs on the same places, their QR codes computed.
import assert from 'node:assert/strict';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import { createReceiptLinks } from '@kvartplata/billing-service/src/paper/receipt-links/receipt-links.service.ts';
import { openPen } from '@kvartplata/billing-service/src/paper/pen.ts';
import { drawReceipt } from '@kvartplata/billing-service/src/paper/receipts/draw-receipt.ts';
import { qrPath } from '@kvartplata/billing-service/src/paper/receipts/qr-path.ts';
import type { Receipts } from '@kvartplata/billing-service/src/paper/receipts/house-receipts.service.ts';
import { exportHouseReceipts } from '@kvartplata/billing-service/src/paper/receipts/receipts.service.ts';
import type { Receipt } from '@kvartplata/billing-service/src/paper/receipts/receipt.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import { tellReceipt } from '@kvartplata/billing-service/src/testing/drawn-receipt.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { Database } from '@kvartplata/platform/database/database.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { callerOf } from '../billing-caller.ts';
import { peakMemory } from '../process-use.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';
import { benchFiles } from './receipt-files.ts';

const PAIRS = sized({ whole: 5, short: 2 });
const ACCOUNTS = sized({ whole: 1_000, short: 200 });
/** Of the same size: all of them are one file. */
const HOUSES = 6;
const ACCOUNTS_PER_PAGE = 200;
const NOW = new Date('2026-08-01T09:00:00Z');
const KEYS = deriveKeys(Buffer.alloc(32, 7));

/** What a page consists of, as pdfkit is told it. */
type Call = readonly [name: string, args: readonly unknown[]];

export async function benchReceipts(): Promise<readonly Measured[]> {
  return onThrowaway<BillingTables, readonly Measured[]>('billing', async ({ owner, open }) => {
    const application = open(2);
    const receipt = tellReceipt();
    await fill(owner, receipt);
    const db = application.seeing(() => visibilityOf([{ organizationId: 1, role: 'viewer' }]));
    const caller = callerOf(db, ACCOUNTS, {
      findHouse: async (houseId) => ({
        houseId,
        organizationId: 1,
        address: '',
        accounts: ACCOUNTS,
      }),
      readReceiptFacts: async (houseId, _period, which) => factsAfter(houseId, which.after ?? 0),
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

function receiptsMeans(): Receipts {
  return {
    links: createReceiptLinks(KEYS.links, 'https://receipts.example.org', () => NOW),
    checkpoints: {
      key: { origin: '', key: '', pastKeys: [] },
      last: async () => ({ size: 14, root: 'A'.repeat(44) }),
      prove: async () => assert.fail('a house has no proofs in its file'),
    },
    now: () => NOW,
  };
}

async function exportHouse(caller: Caller): Promise<number> {
  const period = Temporal.PlainYearMonth.from('2026-07');
  let bytes = 0;
  const { file } = await exportHouseReceipts(receiptsMeans(), caller, { houseId: 1, period });
  for await (const chunk of file) bytes += chunk.length;
  assert.ok(bytes > ACCOUNTS * 5_000, `${bytes} bytes`);
  return bytes;
}

function factsAfter(houseId: number, after: number): ReceiptFacts {
  const { account, house } = tellReceipt();
  const before = (houseId - 1) * ACCOUNTS;
  const from = Math.max(after, before);
  const last = Math.min(from + ACCOUNTS_PER_PAGE, before + ACCOUNTS);
  return {
    contractor: CONTRACTOR,
    house: { ...house, address: `${house.address}, корп. ${houseId}` },
    norms: [],
    accounts: Array.from({ length: last - from }, (_, index) => ({
      ...account,
      personalAccountId: from + index + 1,
      accountNumber: `LS${from + index + 1}`,
    })),
    next: last < before + ACCOUNTS ? last : null,
  };
}

/** Everything that drawing the receipt asks of pdfkit to be put on the page. */
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

/** A month that is booked: eight charges an account, in each of the houses. */
async function fill(db: Kysely<unknown>, { figures }: Receipt): Promise<void> {
  const names = figures.lines.map(({ serviceName }) => serviceName);
  await sql`select app.ensure_month(date '2026-07-01')`.execute(db);
  await sql`
    insert into billing_cycles (organization_id, year, month, status, applied_at) values (1, 2026, 7, 'APPLIED', now())
  `.execute(db);
  await sql`
    insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
    select house, 1, nth, 'service-' || nth, name, 'м³', 'utility'
    from generate_series(1, ${HOUSES}::integer) as house, unnest(${names}::text[]) with ordinality as names (name, nth)
  `.execute(db);
  await sql`alter table charges disable trigger user`.execute(db);
  await sql`alter table charge_templates disable trigger user`.execute(db);
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    select 1, house, '2026-07-01', 1, 'norm', 'area', 49.19, false, '{"rule": "area", "daysInMonth": 31, "parts": []}'
    from generate_series(1, ${HOUSES}::integer) as house
  `.execute(db);
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
      consumption, amount, own)
    select 1, (account - 1) / ${ACCOUNTS}::integer + 1, '2026-07-01', account, service, 0, 1, 7.69, 100 + account % 97, ''
    from generate_series(1, ${ACCOUNTS * HOUSES}::integer) as account, generate_series(1, 8) as service
  `.execute(db);
  await sql`alter table charges enable trigger user`.execute(db);
  await sql`alter table charge_templates enable trigger user`.execute(db);
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, applied_at)
    select house, '2026-07-01', 1, 1, now() from generate_series(1, ${HOUSES}::integer) as house
  `.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select house_id, personal_account_id, id, period, organization_id, 'CHARGE', 'principal', amount, 0, id, '2026-07-31'
    from charges
  `.execute(db);
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select house_id, personal_account_id, organization_id, sum(debit), now()
    from ledger_entries
    group by house_id, personal_account_id, organization_id
  `.execute(db);
  await sql`analyze`.execute(db);
}
