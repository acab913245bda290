// Positions in a chart. Pixels are floating-point numbers; nothing computed here is ever shown as a figure.

/** For drawing only: figures are texts. */
export function drawn(figure: string): number {
  return Number(figure);
}

/** About `count` round values from at most the least to at least the greatest; zero is one if it is in between. */
export function ticks(least: number, greatest: number, count = 4): readonly number[] {
  const span = greatest - least || Math.abs(greatest) || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= span / count) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The places in a row that are far enough from the last kept one for their labels not to touch. */
export function apart(places: readonly number[], gap: number): readonly number[] {
  const kept: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    if (place - last < gap) continue;
    kept.push(index);
    last = place;
  }
  return kept;
}

/** Where a day lies between two others: 0 to 1. */
export function partOf(day: string, from: string, to: string): number {
  const [at, start, end] = [Date.parse(day), Date.parse(from), Date.parse(to)];
  return end === start ? 0 : (at - start) / (end - start);
}

/** The stop nearest to a place; stops are in ascending order. */
export function nearest(stops: readonly number[], place: number): number {
  let best = 0;
  for (const [index, stop] of stops.entries())
    if (Math.abs(stop - place) < Math.abs((stops[best] ?? 0) - place)) best = index;
  return best;
}
