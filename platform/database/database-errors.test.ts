// What a database's errors mean, for those that no test can bring a real server to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsSession, refusalOfDatabaseError } from './database-errors.ts';

/** As a coordinator reports a commit during which its server is killed. */
const message = 'cannot abort transaction 1150, it was already committed';

test('a server that panics is unavailable, and its sessions are over', () => {
  const panic = Object.assign(new Error(message), { code: 'XX000', severity: 'PANIC' });
  assert.equal(refusalOfDatabaseError(panic)?.code, 'dependency-unavailable');
  assert.equal(endsSession(panic), true);
});

test('an internal error of a server that goes on is a fault', () => {
  const fault = Object.assign(new Error(message), { code: 'XX000', severity: 'ERROR' });
  assert.equal(refusalOfDatabaseError(fault), undefined);
  assert.equal(endsSession(fault), false);
});
