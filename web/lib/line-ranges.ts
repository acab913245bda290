// Line numbers of a file, as people write them.

/** Consecutive lines become ranges; ends with … if there are more lines than listed. */
export function lineRanges(lines: readonly number[], all: number): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range?.last === line - 1) range.last = line;
    else ranges.push({ first: line, last: line });
  }
  const named = ranges
    .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`))
    .join(', ');
  return all > lines.length ? `${named} …` : named;
}
