// Readings that somebody else has stored since the sheet was shown: they are shown before they are stored over.

type Row = { readonly meterId: number; readonly reading: { readonly value: string } | null };

/**
 * By meter: the value that is stored now, null if there is none any more.
 * @param shown the sheet as it is on the screen
 * @param latest the same as it is stored
 * @param drafts of the meters whose stored reading is to be another one
 */
export function overtakenRows(
  shown: readonly Row[],
  latest: readonly Row[],
  drafts: ReadonlyMap<number, unknown>,
): ReadonlyMap<number, string | null> {
  const valueOf = new Map(latest.map(({ meterId, reading }) => [meterId, reading?.value ?? null]));
  return new Map(
    shown.flatMap(({ meterId, reading }) => {
      const now = valueOf.get(meterId) ?? null;
      const isOvertaken = drafts.has(meterId) && now !== (reading?.value ?? null);
      return isOvertaken ? [[meterId, now] as const] : [];
    }),
  );
}
