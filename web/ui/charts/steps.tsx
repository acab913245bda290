// Values that are in force from a day until the next one: rates, balances. Each line has its own colour and stroke.
import type { ReactElement } from 'react';
import { Chart, type Plot } from './chart.tsx';
import { drawn, partOf } from './geometry.ts';

export type StepPoint = {
  readonly from: string;
  /** In the order of the lines' names; null if a line has no value. */
  readonly values: readonly (string | null)[];
  readonly label: string;
  readonly told: string;
};

const STROKES = ['line-1', 'line-2'];

export function Steps({
  caption,
  names,
  points,
  to,
  showTick,
}: {
  readonly caption: string;
  readonly names: readonly string[];
  /** In chronological order. */
  readonly points: readonly StepPoint[];
  /** The day up to which the last values are in force. */
  readonly to: string;
  readonly showTick: (value: number) => string;
}): ReactElement {
  const from = points[0]?.from ?? to;
  const values = points.flatMap((point) =>
    point.values.flatMap((value) => (value === null ? [] : [drawn(value)])),
  );
  const placeOf = (day: string): number => partOf(day, from, to);
  return (
    <Chart
      caption={caption}
      legend={names.map((name, line) => [STROKES[line] ?? '', name])}
      stops={points.map((point) => ({
        part: placeOf(point.from),
        label: point.label,
        told: point.told,
      }))}
      least={Math.min(0, ...values)}
      greatest={Math.max(0, ...values)}
      showTick={showTick}
    >
      {(plot, chosen) => (
        <>
          {names.map((name, line) => (
            <path
              key={name}
              className={STROKES[line]}
              d={pathOf(
                points.map((point) => [placeOf(point.from), point.values[line] ?? null]),
                plot,
              )}
            />
          ))}
          <line
            className="cursor"
            x1={plot.x(placeOf(points[chosen]?.from ?? from))}
            x2={plot.x(placeOf(points[chosen]?.from ?? from))}
            y1={plot.y(Math.max(0, ...values))}
            y2={plot.y(Math.min(0, ...values))}
          />
        </>
      )}
    </Chart>
  );
}

/** Horizontally to the next point, then vertically; a gap where there is no value. */
function pathOf(points: readonly (readonly [number, string | null])[], { x, y }: Plot): string {
  return points
    .map(([part, value], index) => {
      if (value === null) return '';
      const isBegun = index > 0 && points[index - 1]?.[1] !== null;
      const next = points[index + 1]?.[0] ?? 1;
      return `${isBegun ? 'L' : 'M'}${x(part)} ${y(drawn(value))}H${x(next)}`;
    })
    .join('');
}
