// A bounce report as Postfix writes one.

export type ReportedLetter = {
  /** The token of the letter that the report is about. */
  readonly token: string;
  readonly to?: string;
  /** The recipient that was not reached. */
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
};

export function reportOf({
  token,
  to = 'post@example.org',
  recipient = 'anna@example.org',
  action = 'failed',
  status = '5.1.1',
}: ReportedLetter): Buffer {
  const lines = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--cut',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--cut',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    'X-Postfix-Queue-ID: 4C0B11A2',
    'Arrival-Date: Wed,  1 Jul 2026 12:00:00 +0300 (MSK)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.org',
    `Diagnostic-Code: smtp; 550 ${status} <${recipient}>: no such`,
    '    mailbox',
    '',
    '--cut',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'From: post@example.org',
    `To: ${recipient}`,
    `Message-ID: <${token}@example.org>`,
    'Subject: =?UTF-8?B?0JrQstC40YLQsNC90YbQuNGP?=',
    '',
    '--cut--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

export function reportForm(file: Uint8Array): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'message/rfc822' }), 'report.eml');
  return form;
}
