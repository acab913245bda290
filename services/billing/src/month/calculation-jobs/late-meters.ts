// Which meters of a snapshot are read after months without a reading: its last line names them, so that what was charged in
// their place can be looked up before the rest is parsed.
import { SnapshotEnd, type LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';

const NEWLINE = 10;

/** None of what is no whole snapshot: it is refused when it is read. */
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
