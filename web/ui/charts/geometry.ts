// Where things stand in a chart. Pixels are floating-point numbers; nothing that is computed here is ever shown as a figure.

/** For drawing alone: figures are texts. */
export function drawn(figure: string): number {
  return Number(figure);
}

/** Round values from at most the least to at least the greatest, some `count` of them; zero is one when it lies between. */
export function ticks(least: number, greatest: number, count = 4): readonly number[] {
  const span = greatest - least || Math.abs(greatest) || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= span / count) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Which of the places in a row are so far from the one kept before them that their labels do not touch. */
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

/** How far a day lies between two others: 0 to 1. */
export function partOf(day: string, from: string, to: string): number {
  const [at, start, end] = [Date.parse(day), Date.parse(from), Date.parse(to)];
  return end === start ? 0 : (at - start) / (end - start);
}

/** The stop that is nearest to a place; stops are in ascending order. */
export function nearest(stops: readonly number[], place: number): number {
  let best = 0;
  for (const [index, stop] of stops.entries())
    if (Math.abs(stop - place) < Math.abs((stops[best] ?? 0) - place)) best = index;
  return best;
}
