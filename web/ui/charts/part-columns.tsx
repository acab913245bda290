// A column per month: the whole as an outline, and in it the part received.
import type { ReactElement } from 'react';
import { Chart } from './chart.tsx';
import { drawn } from './geometry.ts';

export type PartColumn = {
  readonly key: string;
  readonly label: string;
  readonly whole: string;
  readonly part: string;
  readonly told: string;
};

const WIDEST = 46;

export function PartColumns({
  caption,
  whole,
  part,
  columns,
  showTick,
}: {
  readonly caption: string;
  /** The names of the two. */
  readonly whole: string;
  readonly part: string;
  readonly columns: readonly PartColumn[];
  readonly showTick: (value: number) => string;
}): ReactElement {
  const values = columns.flatMap((column) => [drawn(column.whole), drawn(column.part)]);
  return (
    <Chart
      caption={caption}
      legend={[
        ['whole', whole],
        ['part', part],
      ]}
      stops={columns.map(({ label, told }, index) => ({
        part: (index + 0.5) / columns.length,
        label,
        told,
      }))}
      least={Math.min(0, ...values)}
      greatest={Math.max(0, ...values)}
      showTick={showTick}
    >
      {({ width, x, y }, chosen) => {
        const column = Math.min((width / columns.length) * 0.72, WIDEST);
        const bar = (value: number, index: number, share: number, className: string) => (
          <rect
            className={className}
            x={x((index + 0.5) / columns.length) - (column * share) / 2}
            y={Math.min(y(0), y(value))}
            width={column * share}
            height={Math.abs(y(0) - y(value))}
          />
        );
        return columns.map((each, index) => (
          <g key={each.key} className={index === chosen ? 'chosen' : ''}>
            {bar(drawn(each.whole), index, 1, 'whole')}
            {bar(drawn(each.part), index, 0.6, 'part')}
          </g>
        ));
      }}
    </Chart>
  );
}
