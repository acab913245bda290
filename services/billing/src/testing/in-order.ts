// Checks that the books are consistent after a test, with a verification of the ledger.
import assert from 'node:assert/strict';
import {
  IN_ORDER,
  verifyLedger,
} from '../books/ledger-verification/ledger-verification.service.ts';
import type { Db } from '../tables.ts';

/** @param db has to see every organization's books */
export async function assertInOrder(db: Db): Promise<void> {
  assert.deepEqual(await verifyLedger(db), IN_ORDER);
}
