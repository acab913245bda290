// The demo's part about proofs: an account's closed month as a file that anyone can verify without us, and a forgery of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  getCheckpoint,
  getReceiptProof,
  getSealsKey,
} from '@kvartplata/contracts/billing/seals.ts';
import { verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { month, roubles, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

type Account = {
  readonly cycleId: number;
  readonly period: string;
  readonly personalAccountId: number;
  readonly accountNumber: string;
};

/** @returns the file's path and the checks */
export async function proveReceipt(
  api: Api,
  { cycleId, period, personalAccountId, accountNumber }: Account,
  dataDirectory: string,
): Promise<{ readonly file: string; readonly outcomes: readonly Outcome[] }> {
  const { key } = await api.call(getSealsKey);
  const { checkpoint } = await api.call(getCheckpoint, {});
  const proof = await api.call(getReceiptProof, {
    params: { cycleId },
    query: { personalAccountId },
  });
  const file = path.join(dataDirectory, 'proofs', `${period}-account-${accountNumber}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(proof, null, 2)}\n`);
  const verdict = await verifyProof(proof, { key, checkpoint });
  const debt = proof.leaf.split('|').at(-2) ?? '';
  const forged = await verifyProof({ ...proof, leaf: proof.leaf.replace(debt, '0.01') }, { key });
  const logSize = verdict.isGood ? verdict.logSize : 0;
  return {
    file,
    outcomes: [
      {
        what: say(
          `${month(period)}, счёт ${accountNumber}: одного файла достаточно: долг был ${roubles(debt)}; счетов в месяце ${proof.size}, печатей в журнале ${logSize}`,
          `${month(period)} of account ${accountNumber} is proved by its file alone: it owed ${roubles(debt)}, one of ${proof.size} accounts, in a log of ${logSize} seals`,
        ),
        holds: verdict.isGood,
      },
      {
        what: say(
          `тот же файл с долгом ${roubles('0.01')} не проходит: такого счёта в месяце нет`,
          `the same file with a debt of ${roubles('0.01')} is refused: the month has no such account`,
        ),
        holds: !forged.isGood && forged.fault === 'not-in-month',
      },
    ],
  };
}
