// `npm run migrate-from -- --source <postgres url>`: copies users, core tables and bills of a former single application
// (specification 1.3), and compares every count and sum.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { HELP, readCommandLine, type Request } from './command-line.ts';
import { agrees } from './compare.ts';
import type { Say } from './copy-part.ts';
import { copyAll } from './copy-all.ts';
import { CopyRefusal } from './refusal.ts';
import { inThousands, renderComparison } from './report.ts';
import { openTargets } from './targets.ts';
import { withoutPassword } from '../../tools/platform/named-databases.ts';

const startedAt = performance.now();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () =>
    stopping.abort(new CopyRefusal('Stopped. What is copied stays: run this again to go on.')),
  );

try {
  const request = readCommandLine(process.argv.slice(2), process.env);
  if (request === 'help') console.log(HELP);
  else if (!(await run(request))) process.exitCode = 1;
} catch (error) {
  console.error(`Not copied: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}

/** @returns whether everything agrees */
async function run(request: Request): Promise<boolean> {
  const { targets, places, close } = await openTargets(process.env);
  try {
    console.log(
      `from     ${withoutPassword(request.sourceUrl)}\nauth     ${places.auth}\ncore     ${places.core}\nbilling  ${places.billing}\n`,
    );
    const voice = { tell: console.log, complain: console.error };
    const comparison = await copyAll(request, targets, voice, { signal: stopping.signal, say });
    if (comparison === undefined) return true;
    console.log(`\n${renderComparison(comparison)}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const isSame = agrees(comparison);
    console.log(
      isSame
        ? `\nEverything is copied, and agrees, after ${seconds} s.`
        : `\nNot everything agrees: see the lines with ✗.`,
    );
    return isSame;
  } finally {
    await close();
  }
}

/** One line per part; on a terminal it is updated with every batch. */
function say(...[part, rows, isFinished]: Parameters<Say>): void {
  const line = `  ${part}  ${inThousands(rows)}`;
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${isFinished ? '\n' : ''}`);
  else if (isFinished) console.log(line);
}
