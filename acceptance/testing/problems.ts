// The format of every refusal, of any service.
import assert from 'node:assert/strict';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { RawAnswer } from './raw-request.ts';

/** The problem document of a response, which has to be complete. */
export function problemOf({ status, headers, text }: RawAnswer, what: string): Problem {
  const told = `${what}: ${status} ${text}`;
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', told);
  const problem = JSON.parse(text) as Problem;
  assert.equal(problem.status, status, told);
  assert.equal(problem.type, `urn:problem:${problem.code}`, told);
  assert.ok(problem.title.length > 0, told);
  assert.ok((problem.requestId ?? '').length > 0, told);
  assert.equal(headers.get('x-request-id'), problem.requestId, told);
  return problem;
}
