// The debt documents as bare pdfkit calls: everything that drawing one calls, repeated for the number of documents.
import assert from 'node:assert/strict';
import { drawApplication } from '@kvartplata/billing-service/src/debts/court-cases/draw-application.ts';
import { drawCalculation } from '@kvartplata/billing-service/src/debts/court-cases/draw-calculation.ts';
import type { CasePapers, DebtPapers } from '@kvartplata/billing-service/src/debts/claim-words.ts';
import { drawClaimLetter } from '@kvartplata/billing-service/src/debts/draw-claim-letter.ts';
import { flowOn, type Flow } from '@kvartplata/billing-service/src/debts/paper-flow.ts';
import { openPen } from '@kvartplata/billing-service/src/paper/pen.ts';
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import type { Measured } from '../measured.ts';
import { sized } from '../size.ts';
import { MADE_ON } from './owing-house.ts';

const CASES = sized({ whole: 500, short: 50 });
const NOW = new Date('2026-08-01T09:00:00Z');
const CALLS = [
  'addPage',
  'font',
  'fontSize',
  'fillColor',
  'text',
  'rect',
  'fill',
  'lineWidth',
  'stroke',
];

/** One pdfkit call of a document. */
type Call = readonly [name: string, args: readonly unknown[]];

function callsOf(draw: (flow: Flow) => void): readonly Call[] {
  const calls: Call[] = [];
  const pen = openPen('', NOW);
  const seen = pen.doc as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  for (const name of CALLS) {
    const own = seen[name]?.bind(pen.doc);
    seen[name] = (...args) => {
      calls.push([name, args]);
      return own?.(...args);
    };
  }
  draw(flowOn(pen, 'Дело № 1'));
  pen.doc.end();
  return calls;
}

async function drawBare(calls: readonly Call[], times: number): Promise<void> {
  const { doc } = openPen('', NOW);
  const drawn = doc as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  for (let nth = 0; nth < times; nth += 1) for (const [name, args] of calls) drawn[name]?.(...args);
  doc.end();
  for await (const chunk of doc) assert.ok((chunk as Uint8Array).length > 0);
}

/** Draws this many claim letters of six months. */
export async function bareLetters(count: number): Promise<void> {
  await drawBare(
    callsOf((flow) => drawClaimLetter(flow, PAPERS)),
    count,
  );
}

/** The letter, the application and the calculation of a case, case by case. */
export async function benchDocuments(pairs: number): Promise<Measured> {
  const draw = (flow: Flow): void => {
    for (const paper of [drawClaimLetter, drawApplication, drawCalculation]) {
      flow.newPage('Дело № 1');
      paper(flow, PAPERS);
    }
  };
  const calls = callsOf(draw);
  const [ours, limits]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < pairs; pair += 1) {
    limits.push(await timeOf(async () => drawBare(calls, CASES)));
    ours.push(
      await timeOf(async () => {
        const pen = openPen('', NOW);
        const flow = flowOn(pen, 'Дело № 1');
        for (let nth = 0; nth < CASES; nth += 1) draw(flow);
        for await (const chunk of flow.end()) assert.ok(chunk.length > 0);
      }),
    );
  }
  return {
    name: 'court-case documents',
    what: `letter, application and calculation of ${CASES} cases of six months, drawn`,
    limit: 'the same pages by bare calls of pdfkit',
    ours,
    limits,
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'].map((period) => ({
  period,
  dueDate: `${period}-15`,
  limitationEndsOn: '2029-05-15',
  isTimeBarred: false,
  amount: '1500.00',
  services: ['Содержание жилого помещения', 'Отопление', 'Холодное водоснабжение'].map((name) => ({
    houseServiceId: 1,
    name,
    charged: '500.00',
    debt: '500.00',
  })),
}));

const { bankDetails, ...CREDITOR } = CONTRACTOR;
const PAPERS: CasePapers & DebtPapers = {
  id: 1,
  accountNumber: 'LS1',
  address: 'г. Москва, ул. Садовая, д. 12, кв. 1',
  asOf: MADE_ON,
  principal: '9000.00',
  penalty: '0.00',
  penaltyKinds: [],
  total: '9000.00',
  stateDuty: '2000.00',
  proceeding: 'order',
  court: null,
  claim: {
    creditor: { ...CREDITOR, ...bankDetails },
    debtor: {
      payer: 'Иванова Мария Ивановна',
      payerAddress: null,
      inn: null,
      facts: null,
      address: 'г. Москва, ул. Садовая, д. 12',
      roomNumber: '1',
      roomKind: 'residential',
      area: '54.00',
      closedOn: null,
    },
    months: MONTHS,
    advance: '0.00',
    courtFees: '0.00',
    payments: [],
    penalties: {
      countedTo: null,
      debts: [],
      booked: '0.00',
      brought: '0.00',
      paid: '0.00',
      writtenOff: '0.00',
      remarks: [],
    },
    timeBarred: '0.00',
  },
};
