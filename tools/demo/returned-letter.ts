// A letter of the demo that comes back: the report that a mail server would send about it, read as an accountant does.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reportBounce, type Bounce } from '@kvartplata/contracts/billing/bounces.ts';
import type { Api } from './api.ts';

/** @param folder of the letters, the newest of which to the recipient has come back */
export async function returnLetter(
  api: Api,
  organizationId: number,
  folder: string,
  recipient: string,
): Promise<Bounce> {
  const body = new FormData();
  const report = reportOf(recipient, newestIdTo(folder, recipient));
  body.append('file', new Blob([report], { type: 'message/rfc822' }), 'report.eml');
  return api.call(reportBounce, { query: { organizationId }, body });
}

function newestIdTo(folder: string, recipient: string): string {
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\r\n\r\n', 1)[0] ?? '')
    .filter((head) => head.includes(recipient))
    .flatMap((head) => /^Message-ID:\s*(<[^>]+>)/im.exec(head)?.[1] ?? []);
  const id = ids.at(-1);
  if (id === undefined) throw new Error(`there is no letter to ${recipient} in ${folder}`);
  return id;
}

/** As RFC 3464 has it. */
function reportOf(recipient: string, messageId: string): string {
  return [
    'From: MAILER-DAEMON@example.org',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: no such mailbox`,
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--part--',
    '',
  ].join('\r\n');
}
