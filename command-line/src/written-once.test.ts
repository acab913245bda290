// Whoever does not know whether a write was done learns the key with which it may be repeated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFailure, type FailureCode } from '@kvartplata/client/request-failure.ts';
import type { Context } from './command.ts';
import { writtenOnce } from './written-once.ts';

async function remarksAfter(code: FailureCode, status: number): Promise<readonly string[]> {
  const remarks: string[] = [];
  const context = {
    given: { text: () => 'key-1' },
    output: { remark: ({ en }: { readonly en: string }) => void remarks.push(en) },
  } as unknown as Context;
  const failure = new RequestFailure(code, status);
  const write = async (): Promise<never> => {
    throw failure;
  };
  await assert.rejects(writtenOnce(context, write), failure);
  return remarks;
}

for (const [code, status] of [
  ['unreachable', 0],
  ['internal-error', 500],
  ['dependency-unavailable', 503],
  ['idempotency-key-in-use', 409],
] as const)
  test(`after ${code} the key is printed`, async () => {
    const [remark = ''] = await remarksAfter(code, status);
    assert.match(remark, /Repeat the command with --key key-1/);
  });

test('after a refusal nothing more is printed', async () => {
  assert.deepEqual(await remarksAfter('payment-exists', 409), []);
});
