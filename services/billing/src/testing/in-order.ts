// The books after a test: as a verification of the ledger finds them.
import assert from 'node:assert/strict';
import {
  IN_ORDER,
  verifyLedger,
} from '../books/ledger-verification/ledger-verification.service.ts';
import type { Db } from '../tables.ts';

/** @param db sees the books of everybody */
export async function assertInOrder(db: Db): Promise<void> {
  assert.deepEqual(await verifyLedger(db), IN_ORDER);
}
