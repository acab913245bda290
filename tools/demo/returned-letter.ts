// A letter of the demo that bounces: the report that a mail server would send, imported as an accountant would.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reportBounce, type Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import { reportForm, reportOf } from '@kvartplata/billing-service/src/testing/bounce-report.ts';
import type { Api } from './api.ts';

/** @param folder of the letters; the newest one to the recipient bounces */
export async function returnLetter(
  api: Api,
  organizationId: number,
  folder: string,
  recipient: string,
): Promise<Bounce> {
  const report = reportOf({ token: newestTokenTo(folder, recipient), recipient });
  return api.call(reportBounce, { query: { organizationId }, body: reportForm(report) });
}

/** The letter's token, which reports contain. */
function newestTokenTo(folder: string, recipient: string): string {
  const tokens = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\r\n\r\n', 1)[0] ?? '')
    .filter((head) => head.includes(recipient))
    .flatMap((head) => /^Message-ID:\s*<([^@]+)@/im.exec(head)?.[1] ?? []);
  const token = tokens.at(-1);
  if (token === undefined) throw new Error(`there is no letter to ${recipient} in ${folder}`);
  return token;
}
