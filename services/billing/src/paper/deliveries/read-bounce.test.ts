// Bounce reports as mail servers write them, and files that are not reports.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportOf } from '../../testing/bounce-report.ts';
import { readBounce } from './read-bounce.ts';

const TOKEN = '1.2.3.0.0123456789abcdef0123';

async function failureOf(action: string, status: string): Promise<string | undefined> {
  return (await readBounce(reportOf({ token: TOKEN, action, status })))?.failure;
}

describe('a report of a mail server', () => {
  it('identifies its letter by the id of the letter in it and by the address it was sent to', async () => {
    const inLetter = await readBounce(reportOf({ token: TOKEN }));
    assert.deepEqual(inLetter?.tokens, [TOKEN]);
    const byAddress = await readBounce(
      reportOf({ token: 'none', to: `bounces+${TOKEN.toUpperCase()}@example.org` }),
    );
    assert.deepEqual(byAddress?.tokens, [TOKEN]);
  });

  it('gives the server’s answer, on one line', async () => {
    const report = await readBounce(reportOf({ token: TOKEN }));
    assert.equal(report?.said, 'smtp; 550 5.1.1 <anna@example.org>: no such mailbox');
  });

  it('distinguishes an address that accepts no letters from one letter not delivered', async () => {
    assert.equal(await failureOf('failed', '5.1.1'), 'address');
    assert.equal(await failureOf('failed', '5.0.0'), 'address');
    assert.equal(await failureOf('Failed', '5.2.1'), 'address');
    assert.equal(await failureOf('failed', '5.2.2'), 'refused', 'the mailbox is full');
    assert.equal(await failureOf('failed', '5.7.1'), 'refused', 'taken for spam');
    assert.equal(await failureOf('failed', '4.4.7'), 'expired');
  });

  it('reports no failure for a letter that is late or has arrived', async () => {
    assert.equal(await failureOf('delayed', '4.4.1'), 'none');
    assert.equal(await failureOf('delivered', '2.0.0'), 'none');
  });

  it('is not recognized in a letter, a truncated report, a picture, or an empty file', async () => {
    const whole = reportOf({ token: TOKEN });
    const cut = whole.subarray(0, whole.indexOf('Final-Recipient'));
    const letter = Buffer.from('Subject: Action\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n');
    for (const file of [letter, cut, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]), Buffer.of()])
      assert.equal(await readBounce(file), undefined);
  });

  it('is read quickly even if deeply nested or full of headers', async () => {
    const nested = Array.from(
      { length: 2_000 },
      (_, at) => `content-type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('');
    const headers = 'x: y\r\n'.repeat(150_000);
    const started = performance.now();
    for (const text of [nested, headers, `to: ${'a+'.repeat(400_000)}`])
      await readBounce(Buffer.from(text));
    assert.ok(performance.now() - started < 5_000);
  });
});
