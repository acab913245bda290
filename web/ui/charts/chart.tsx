// The base of every chart: a scale, labels below, and a line of text about the stop chosen with the pointer or the arrow keys.
// For screen readers it is a slider with these texts.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { apart, nearest, ticks } from './geometry.ts';

/** Positions in pixels. */
export type Plot = {
  readonly width: number;
  /** @param part 0 at the left end, 1 at the right end */
  readonly x: (part: number) => number;
  readonly y: (value: number) => number;
};

export type Stop = {
  readonly part: number;
  /** The label below it. */
  readonly label: string;
  /** The text shown when it is chosen. */
  readonly told: string;
};

const HEIGHT = 190;
const TOP = 8;
const BOTTOM = 24;
const LABEL_HEIGHT = 14;
const CHARACTER = 7.2;

export function Chart({
  caption,
  legend,
  stops,
  least,
  greatest,
  showTick,
  children,
}: {
  readonly caption: string;
  readonly legend: readonly (readonly [className: string, name: string])[];
  /** In ascending order; the last one is chosen at first. */
  readonly stops: readonly Stop[];
  readonly least: number;
  readonly greatest: number;
  readonly showTick: (value: number) => string;
  readonly children: (plot: Plot, chosen: number) => ReactNode;
}): ReactElement {
  const [frame, width] = useWidth();
  const [pointed, setPointed] = useState<number>();
  const chosen = Math.min(pointed ?? stops.length - 1, stops.length - 1);
  const scale = ticks(least, greatest);
  const left = 12 + Math.max(...scale.map((value) => showTick(value).length)) * CHARACTER;
  const plot = plotOf(scale, left, width);
  const parts = stops.map(({ part }) => part);
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left: edge } = event.currentTarget.getBoundingClientRect();
    setPointed(nearest(parts, (event.clientX - edge - left) / plot.width));
  };
  const onKey = (event: KeyboardEvent): void => {
    const moved = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: stops.length - 1 };
    const next = moved[event.key as keyof typeof moved];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(next, stops.length - 1)));
  };
  return (
    <figure className="chart" ref={frame}>
      <Legend of={legend} />
      <div
        className="stops"
        role="slider"
        tabIndex={0}
        aria-label={caption}
        aria-valuemin={1}
        aria-valuemax={stops.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={stops[chosen]?.told}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
        onKeyDown={onKey}
      >
        {width > left && (
          <svg aria-hidden="true" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
            <Ticks scale={scale} showTick={showTick} left={left} plot={plot} />
            {children(plot, chosen)}
            <Labels stops={stops} plot={plot} />
          </svg>
        )}
      </div>
      <p className="told small" aria-hidden="true">
        {stops[chosen]?.told}
      </p>
    </figure>
  );
}

/** @param left the position of its left edge */
function plotOf(scale: readonly number[], left: number, width: number): Plot {
  const [bottom = 0, top = 1] = [scale[0], scale.at(-1)];
  return {
    width: width - left,
    x: (part) => left + part * (width - left - 1),
    y: (value) => TOP + ((top - value) / (top - bottom)) * (HEIGHT - TOP - BOTTOM),
  };
}

function Legend({
  of,
}: {
  readonly of: readonly (readonly [className: string, name: string])[];
}): ReactElement {
  return (
    <ul className="legend">
      {of.map(([className, name]) => (
        <li key={name} className={className}>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The lines of the scale, with their figures on the left. */
function Ticks({
  scale,
  showTick,
  left,
  plot,
}: {
  readonly scale: readonly number[];
  readonly showTick: (value: number) => string;
  readonly left: number;
  readonly plot: Plot;
}): ReactElement {
  return (
    <>
      {scale.map((value) => (
        <g key={value} className={value === 0 ? 'zero' : 'tick'}>
          <line x1={left} x2={left + plot.width} y1={plot.y(value)} y2={plot.y(value)} />
          <text x={left - 6} y={plot.y(value) + 4} textAnchor="end">
            {showTick(value)}
          </text>
        </g>
      ))}
    </>
  );
}

function Labels({
  stops,
  plot,
}: {
  readonly stops: readonly Stop[];
  readonly plot: Plot;
}): ReactElement {
  const labelled = stops.filter(({ label }) => label !== '');
  const longest = Math.max(0, ...labelled.map(({ label }) => label.length));
  // The first label starts at the edge, so that it is not cut off; the others are centred.
  const anchors = labelled.map(({ part }) => (part === 0 ? 'start' : 'middle'));
  const places = labelled.map(({ part }) => plot.x(part));
  const middles = places.map((x, index) =>
    anchors[index] === 'start' ? x + (longest * CHARACTER) / 2 : x,
  );
  return (
    <g className="labels">
      {apart(middles, (longest + 1) * CHARACTER).map((index) => (
        <text
          key={index}
          x={places[index]}
          y={HEIGHT - BOTTOM + LABEL_HEIGHT + 2}
          textAnchor={anchors[index]}
        >
          {labelled[index]?.label}
        </text>
      ))}
    </g>
  );
}

/** The current width of an element. */
function useWidth(): readonly [{ readonly current: HTMLElement | null }, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
