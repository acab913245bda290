// `npm run test:seeded [-- word]`: puts one bug after the other into a copy of the project, and fails unless the test that has to
// notice it does. With a word only the bugs with the word in their description.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isHelpTold } from './platform/command-help.ts';
import { SEEDED_BUGS, type SeededBug } from './seeded-bugs/bugs.ts';
import { outcomeOf } from './seeded-bugs/failed-tests.ts';
import { makeScratchCopy } from './seeded-bugs/scratch-copy.ts';

const HELP = `Puts one bug after the other into a copy of the project, and fails unless the test that has to notice it does.

  npm run test:seeded [-- <word>]

  <word>   only the bugs with this word in their description
  --help   this text`;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const word = process.argv[2] ?? '';
const bugs = SEEDED_BUGS.filter(({ why }) => why.includes(word));
const copy = makeScratchCopy(path.resolve(import.meta.dirname, '..'));
try {
  const missed = bugs.filter((bug) => !copy.whileSpoiled(bug, () => isNoticed(bug)));
  console.log(`${bugs.length - missed.length} of ${bugs.length} bugs are noticed.`);
  if (missed.length > 0 || bugs.length === 0) process.exitCode = 1;
} finally {
  copy.remove();
}

function isNoticed({ why, test, fails }: SeededBug): boolean {
  const startedAt = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['tools/test.ts', test], {
    cwd: copy.directory,
    encoding: 'utf8',
    maxBuffer: 1_073_741_824,
    // A test that waits for something the bug prevents is ended as by Ctrl-C.
    timeout: 300_000,
  });
  const { failed, passed } = outcomeOf(stdout);
  // If all tests fail, the bug may not be the cause.
  const isCaught = failed.includes(fails) && passed > 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${isCaught ? 'noticed' : 'MISSED '} ${why} (${seconds} s): ${fails}`);
  if (!isCaught)
    console.log(
      failed.length > 0
        ? `  failed instead: ${failed.join('\n    ')}`
        : `${stdout}${stderr}`.slice(-3000),
    );
  return isCaught;
}
