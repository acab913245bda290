// The cost of writing a large house's payment documents for ГИС ЖКХ, compared with writing the same number of bytes to disk,
// and the memory used meanwhile.
import { Readable } from 'node:stream';
import type { GisFigures } from '@kvartplata/domain/receipts/gis-document.ts';
import type { GisLine } from '@kvartplata/domain/receipts/gis-line.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { spool } from '@kvartplata/platform/http/spooled-answer.ts';
import {
  requestXml,
  type PaymentDocument,
} from '../../services/billing/src/paper/gis-zhkh/payment-document-xml.ts';
import { spoolRequests } from '../../services/billing/src/paper/gis-zhkh/request-files.ts';
import { guidOf } from '../../services/billing/src/paper/gis-zhkh/payment-details.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 7, short: 3 });
const DOCUMENTS = sized({ whole: 20_000, short: 2_001 });
const LINES = 10;
const A_REQUEST = 500;

export async function benchGisDocuments(): Promise<readonly Measured[]> {
  const [ours, limits]: [number[], number[]] = [[], []];
  const before = process.memoryUsage().rss;
  let [bytes, peak] = [0, 0];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    ours.push(
      await timeOf(async () => {
        const { handle } = await spoolRequests(
          documents(),
          A_REQUEST,
          (some) => requestXml(HEAD, some),
          new Date(0),
        );
        bytes = (await handle.stat()).size;
        peak = Math.max(peak, process.memoryUsage().rss - before);
        await handle.close();
      }),
    );
    limits.push(
      await timeOf(async () => (await spool(Readable.from(blanks(bytes)))).handle.close()),
    );
  }
  return [
    {
      name: 'gis-documents',
      what: `${DOCUMENTS} payment documents of ${LINES} lines in requests of ${A_REQUEST}, zipped to ${Math.round(bytes / 1024)} KiB; the process grew by at most ${Math.round(peak / 1_048_576)} MB`,
      limit: 'as many bytes written to the same disk',
      ours,
      limits,
    },
  ];
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const KEY = guidOf('bench', 'payee');
const HEAD = {
  version: '11.2.0.16',
  period: parseBillingMonth('2026-10'),
  details: {
    all: [{ guid: KEY, bic: '044525225', settlementAccount: '40702810538000123456' }],
    keyOf: () => KEY,
  },
};
const ENTRY = { subject: 'water', list: 'municipal', code: '1.1', guid: KEY } as const;

async function* documents(): AsyncGenerator<PaymentDocument> {
  for (let nth = 1; nth <= DOCUMENTS; nth += 1)
    yield {
      transportGuid: guidOf('bench', nth),
      number: `202610-${nth}`,
      account: {
        gisAccountNumber: '60АВ395021',
        gisServiceId: '60АВ395021-01',
        gisAccountGuid: KEY,
      },
      figures: figuresOf(BigInt(nth)),
      lastPaidOn: null,
      entryOf: () => ENTRY,
    };
}

function figuresOf(nth: bigint): GisFigures {
  const lines = Array.from({ length: LINES }, () => lineOf(nth));
  const totalKopecks = nth * BigInt(LINES);
  return {
    lines,
    costs: [],
    linesKopecks: totalKopecks,
    costsKopecks: 0n,
    totalKopecks,
    debtKopecks: 0n,
    notDueKopecks: 0n,
    advanceKopecks: 0n,
    paidKopecks: 0n,
    balanceKopecks: totalKopecks,
  };
}

function lineOf(totalKopecks: bigint): GisLine {
  return {
    subject: 'water',
    payeeId: null,
    serviceName: 'Холодное водоснабжение',
    kind: 'utility',
    tariff: '50.9300',
    individualVolume: '8.360000',
    commonVolume: null,
    how: 'норматив 4.18 × 2 чел.',
    coefficient: '1.50',
    reasons: [],
    excessKopecks: 0n,
    accruedKopecks: totalKopecks,
    recalculatedKopecks: 0n,
    discountKopecks: 0n,
    totalKopecks,
  };
}

function* blanks(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, 32);
  for (let left = bytes; left > 0; left -= piece.length)
    yield left < piece.length ? piece.subarray(0, left) : piece;
}
