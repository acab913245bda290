// `npm run verify-proof -- <file> [--key <key>] [--since <file>]`: verifies the proof of a receipt, JSON or packed, from its file
// alone; exits 1 when it is not valid. `--key` is the log's published key, `--since` a checkpoint or a proof that was kept.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ProofFault } from '@kvartplata/platform/proof/receipt-proof.ts';
import { readProof, verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { isHelpTold } from './platform/command-help.ts';
import { readNotedHead } from './platform/noted-head.ts';

const HELP = `Verifies the proof of a receipt from its file alone, without network and database.

  npm run verify-proof -- <file> [--key <key>] [--since <file>]

  <file>           a proof, as JSON or packed
  --key <key>      the key of the log as you recorded it; without it the key in the file is trusted
  --since <file>   a head of the log or a proof that was kept earlier: the log must go on from it
  --help           this text

Exit codes
  0   PROVED
  1   NOT PROVED, or the file could not be read

docs/reference/seals.md says more.`;

const FAULTS: Readonly<Record<ProofFault, string>> = {
  'not-a-proof': 'the file is no proof',
  'other-month': 'the line and the seal are of different months',
  'not-in-month': 'the line is not in the sealed month',
  'not-in-log': 'the seal is not in the log',
  'other-key': 'it is signed by another key',
  'bad-signature': 'the checkpoint is not signed by its key',
  'log-forked': 'the log was forked: it does not go on from its earlier head',
  'other-size':
    'it speaks of other heads of the log than the one that was kept: ask for it with that size as ?since=',
};

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`NOT PROVED: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const options = { key: { type: 'string' }, since: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new Error('name one file with a proof: --help says more');
  const checkpoint = values.since === undefined ? undefined : await readNotedHead(values.since);
  const proof = await readProof(new Uint8Array(readFileSync(file)));
  const verdict = await verifyProof(proof, { key: values.key, checkpoint });
  if (!verdict.isGood) throw new Error(FAULTS[verdict.fault]);
  console.log(
    `PROVED: ${verdict.line}, sealed ${verdict.sealedAt.toISOString()}, in a log of ${verdict.logSize} seals, signed by ${verdict.key}`,
  );
  return 0;
}
