// A registry as the thread that reads it returns it: rows as they are stored, then the totals stated in the file.
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import type { RegistryProfile } from '@kvartplata/contracts/billing/registry-profiles.ts';
import { PROFILES } from './profiles/profiles.ts';
import { readRegistry, type FileTotals } from './read-registry.ts';
import { storedRowOf, type StoredRow } from './stored-row.ts';

export type RegistryQuestion = {
  /** Descriptor of the open file. */
  readonly fd: number;
  readonly profile: RegistryProfile;
  readonly today: string;
};

/** The totals come last and once. */
export type RegistryPiece =
  | { readonly rows: readonly StoredRow[] }
  | { readonly totals: FileTotals };

/** @throws Refusal malformed-file, wrong-columns, totals-differ, body-too-large */
export async function* readPieces({
  fd,
  profile,
  today,
}: RegistryQuestion): AsyncGenerator<RegistryPiece> {
  const batches = readRegistry(PROFILES[profile], fd, parseDay(today));
  for (;;) {
    const step = await batches.next();
    if (step.done === true) return yield { totals: step.value };
    yield { rows: step.value.map((row) => storedRowOf(profile, row)) };
  }
}
