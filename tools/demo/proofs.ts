// The part of the demo about proofs: an account's closed month as a file that anyone verifies without us, and a forgery of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  getCheckpoint,
  getReceiptProof,
  getSealsKey,
} from '@kvartplata/contracts/billing/seals.ts';
import { verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

type Account = {
  readonly cycleId: number;
  readonly period: string;
  readonly personalAccountId: number;
};

/** @returns the path of the file beside what was checked */
export async function proveReceipt(
  api: Api,
  { cycleId, period, personalAccountId }: Account,
  dataDirectory: string,
): Promise<{ readonly file: string; readonly outcomes: readonly Outcome[] }> {
  const { key } = await api.call(getSealsKey);
  const { checkpoint } = await api.call(getCheckpoint, {});
  const proof = await api.call(getReceiptProof, {
    params: { cycleId },
    query: { personalAccountId },
  });
  const file = path.join(dataDirectory, 'proofs', `${period}-account-${personalAccountId}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(proof, null, 2)}\n`);
  const verdict = await verifyProof(proof, { key, checkpoint });
  const debt = proof.leaf.split('|').at(-2) ?? '';
  const forged = await verifyProof({ ...proof, leaf: proof.leaf.replace(debt, '0.01') }, { key });
  return {
    file,
    outcomes: [
      {
        what: `${period} of account ${personalAccountId} is proved by its file alone: it owed ${debt}, one of ${proof.size} accounts, in a log of ${verdict.isGood ? verdict.logSize : 'no'} seals`,
        holds: verdict.isGood,
      },
      {
        what: `the same file with a debt of 0.01 is refused: ${forged.isGood ? 'it is not' : forged.fault}`,
        holds: !forged.isGood && forged.fault === 'not-in-month',
      },
    ],
  };
}
