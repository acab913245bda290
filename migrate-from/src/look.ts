// The checks before a row is copied: the shape of the former database, its catalogues, and every row.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { getHighestBillId } from './bills.repository.ts';
import { catalogueFindings, matchCatalogues } from './catalogue.ts';
import { readFormerCatalogues, readOwnCatalogues } from './catalogue.repository.ts';
import { checkSource } from './check-source.ts';
import { countRows } from './compare.repository.ts';
import { listPasswordHashes } from './edge-checks.repository.ts';
import { describeFinding, type Finding } from './finding.ts';
import { FORMER_SHAPE } from './former-shape.ts';
import { isUsableHash } from './password-hash.ts';
import { makePlan, type Plan } from './plan.ts';
import { CopyRefusal } from './refusal.ts';
import { renderCatalogue, renderCounts } from './report.ts';
import { shapeProblems } from './shape-problems.ts';
import { listFormerColumns } from './table-description.repository.ts';
import type { Targets } from './targets.ts';

export type Voice = {
  readonly tell: (text: string) => void;
  /** Reports a problem with a row on a line of its own. */
  readonly complain: (text: string) => void;
};

export type Look = { readonly plan: Plan; readonly highestBillId: number };

const PAGE = 1_000;

/** @throws CopyRefusal with every table and column that is missing or of another type */
export async function assertShape(former: Executor): Promise<void> {
  const found = await listFormerColumns(former, Object.keys(FORMER_SHAPE));
  const problems = shapeProblems(FORMER_SHAPE, found);
  if (problems.length > 0)
    throw new CopyRefusal(
      `The former database is not of the expected shape:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
}

/**
 * Reports what is there, and every row that cannot be copied or deserves a look.
 * @throws CopyRefusal when some row cannot be copied, or a target lacks a table; the signal's reason
 */
export async function lookThrough(
  former: Executor,
  targets: Targets,
  { tell, complain }: Voice,
  signal: AbortSignal,
): Promise<Look> {
  tell(`The former application\n\n${renderCounts(await countFormer(former))}\n`);
  const [there, here] = [await readFormerCatalogues(former), await readOwnCatalogues(targets.core)];
  const catalogue = matchCatalogues(there, here);
  const highestBillId = await getHighestBillId(former);
  const plan = await makePlan(targets, catalogue, highestBillId);
  tell(`Rows of catalogues are found by their code\n\n${renderCatalogue(catalogue)}\n`);

  let [faults, remarks] = [0, 0];
  const report = (finding: Finding): void => {
    if (finding.isRemark === true) remarks += 1;
    else faults += 1;
    complain(describeFinding(finding));
  };
  for (const finding of catalogueFindings(there, here)) report(finding);
  for await (const finding of checkSource(former, plan, catalogue, signal)) report(finding);
  if (faults > 0)
    throw new CopyRefusal(
      `${counted(faults, 'fault')} in the former database, told above: mend what is wrong there and run this again. Nothing was copied now.`,
    );
  if (remarks > 0)
    tell(`${counted(remarks, 'remark')}, told above: such rows are copied as they are.\n`);
  return { plan, highestBillId };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `One ${noun}` : `${count} ${noun}s`;
}

/** The number of users without a password hash that auth can check. */
export async function countUsersWithoutHash(former: Executor): Promise<number> {
  let count = 0;
  for (let afterId = 0; ;) {
    const users = await listPasswordHashes(former, { afterId, limit: PAGE });
    count += users.filter(({ hash }) => !isUsableHash(hash)).length;
    const last = users.at(-1);
    if (last === undefined || users.length < PAGE) return count;
    afterId = last.id;
  }
}

async function countFormer(
  former: Executor,
): Promise<readonly (readonly [table: string, rows: number])[]> {
  const counts: (readonly [string, number])[] = [];
  for (const table of Object.keys(FORMER_SHAPE))
    counts.push([table, await countRows(former, table)]);
  return counts;
}
