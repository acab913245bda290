// `npm run test:faults [-- seed]`: all faults, of which `npm test` tests a few. A seed repeats the random choices of another run.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isHelpTold } from './platform/command-help.ts';

const HELP = `Kills services, databases and connections during payments: all faults, in 20 minutes. \`npm test\` tests a few.

  npm run test:faults [-- <seed>]

  <seed>   repeats the random choices of an earlier run, which printed it
  --help   this text`;

const KILLS = '50';
const TIMEOUT_MS = String(20 * 60_000);
const root = path.resolve(import.meta.dirname, '..');

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-faults-'));
const summary = path.join(directory, 'summary.txt');
writeFileSync(summary, '');
const startedAt = performance.now();
const seed = process.argv[2] ?? String(randomInt(1_000_000));
console.log(`Chance by seed ${seed}: npm run test:faults -- ${seed} repeats it.`);
const { status } = spawnSync(
  process.execPath,
  ['tools/test.ts', ...globSync('faults/**/*.test.ts', { cwd: root })],
  {
    cwd: root,
    env: {
      ...process.env,
      FAULT_SEED: seed,
      FAULT_KILLS: KILLS,
      FAULT_SUMMARY: summary,
      TEST_TIMEOUT_MS: TIMEOUT_MS,
      // Recovery times are only meaningful on a machine that does nothing else.
      TEST_FILES_AT_ONCE: '1',
    },
    stdio: 'inherit',
  },
);
const minutes = (performance.now() - startedAt) / 60_000;
console.log(`${readFileSync(summary, 'utf8')}All faults took ${minutes.toFixed(1)} minutes.`);
rmSync(directory, { recursive: true });
process.exitCode = status ?? 1;
