// The documents of a case as one zip, all from the frozen claim.
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { zipStream, type ZipEntry } from '@kvartplata/platform/archives/zip-stream.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import { writeWorkbook } from '@kvartplata/platform/table-files/write-table.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Flow } from '../paper-flow.ts';
import { calculationSheets } from './calculation-sheets.ts';
import { penaltyKindsOf, type CasePapers } from '../claim-words.ts';
import type { CaseRowWithClaim } from './court-cases.repository.ts';
import { getOwnRow } from './court-cases.service.ts';

export type CaseDocuments = {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
};

const APPLICATION: Readonly<Record<CasePapers['proceeding'], string>> = {
  order: 'Заявление о вынесении судебного приказа',
  claim: 'Исковое заявление',
};

/**
 * The export has names, addresses and debts, so it is recorded in the audit log.
 * @throws Refusal not-found
 */
export async function exportDocuments(
  caller: Caller,
  id: number,
  now: Date,
): Promise<CaseDocuments> {
  const row = await getOwnRow(caller, id);
  await recordChange(caller.db, caller.actor, {
    action: 'court-case.documents-exported',
    object: { type: 'court-case', id },
    organizationId: row.organizationId,
    after: { asOf: row.asOf },
  });
  const name = `${fileNameOf('delo', String(id), row.accountNumber)}.zip`;
  return { name, content: zipStream(entries(toPapers(row), now), now) };
}

function toPapers(row: CaseRowWithClaim): CasePapers {
  const total = formatKopecks(parseKopecks(row.principal) + parseKopecks(row.penalty));
  return { ...row, total };
}

async function* entries(papers: CasePapers, now: Date): AsyncGenerator<ZipEntry> {
  // Loaded on demand: the drawing libraries would slow down the start.
  const { openFlow } = await import('../paper-flow.ts');
  const { drawApplication } = await import('./draw-application.ts');
  const { drawCalculation } = await import('./draw-calculation.ts');
  const { drawClaimLetter } = await import('../draw-claim-letter.ts');
  const footer = `Дело № ${papers.id}, лицевой счёт № ${papers.accountNumber}`;
  const drawn = (title: string, draw: (flow: Flow) => void): ZipEntry => {
    const flow = openFlow(title, now, footer);
    draw(flow);
    return { name: `${title}.pdf`, content: flow.end() };
  };
  const penaltyKinds = penaltyKindsOf(papers.claim);
  yield drawn('Претензия', (flow) => drawClaimLetter(flow, { ...papers, penaltyKinds }));
  yield drawn(APPLICATION[papers.proceeding], (flow) => drawApplication(flow, papers));
  yield drawn('Расчёт задолженности', (flow) => drawCalculation(flow, papers));
  yield { name: 'Расчёт задолженности.xlsx', content: writeWorkbook(calculationSheets(papers)) };
}
