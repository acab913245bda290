// The late meters of a snapshot: its last line names them, so that the charges made in place of their readings can be looked up
// before the rest is parsed.
import { SnapshotEnd, type LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';

const NEWLINE = 10;

/** Returns none for a truncated snapshot: parsing it will reject it. */
export function readLateMeters(snapshot: Uint8Array): readonly LateMeter[] {
  const last = snapshot.subarray(snapshot.lastIndexOf(NEWLINE, -2) + 1);
  let line: unknown;
  try {
    line = JSON.parse(new TextDecoder().decode(last));
  } catch {
    return [];
  }
  return fitsSchema(SnapshotEnd, line) ? line.lateMeters : [];
}
