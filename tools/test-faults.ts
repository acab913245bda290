// `npm run test:faults [-- seed]`: all faults, of which `npm test` walks through a little. A seed repeats what chance
// chose in another run.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';

const KILLS = '50';
const TIMEOUT_MS = String(20 * 60_000);
const root = path.resolve(import.meta.dirname, '..');

const seed = process.argv[2] ?? String(randomInt(1_000_000));
console.log(`Chance by seed ${seed}: npm run test:faults -- ${seed} repeats it.`);
const { status } = spawnSync(
  process.execPath,
  ['tools/test.ts', ...globSync('faults/**/*.test.ts', { cwd: root })],
  {
    cwd: root,
    env: { ...process.env, FAULT_SEED: seed, FAULT_KILLS: KILLS, TEST_TIMEOUT_MS: TIMEOUT_MS },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
