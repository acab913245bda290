// The grid for typing readings: arrows and Enter move, a pasted column fills downwards. Of a thousand rows only the visible ones
// are rendered, but all of them for printing, and always the one being typed in, so that no keystroke is lost when it is scrolled
// away.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { inBoth, useWords } from '../../lib/words.ts';
import { useOnPaper } from '../../ui/on-paper.ts';
import type { Drafts } from './drafts.ts';
import type { Draft } from './judge-reading.ts';
import { ReadingRow } from './reading-row.tsx';
import { useRowPx } from './row-height.ts';

const WORDS = inBoth(
  {
    caption: 'Показания за месяц',
    room: 'Пом.',
    account: 'Счёт',
    payer: 'Плательщик',
    service: 'Услуга',
    meter: 'Прибор',
    previous: 'Прошлое',
    reading: 'Показание',
    consumption: 'Расход',
    mean: 'Среднее',
    note: 'Замечание',
  },
  {
    caption: 'Readings of the month',
    room: 'Room',
    account: 'Account',
    payer: 'Payer',
    service: 'Service',
    meter: 'Meter',
    previous: 'Before',
    reading: 'Reading',
    consumption: 'Used',
    mean: 'Mean',
    note: 'Note',
  },
);

const HEAD_PX = 30;
/** Rendered above and below the visible ones. */
const SPARE_ROWS = 12;
const PAGE_ROWS = 15;
const COLUMNS = [
  'room',
  'account',
  'payer',
  'service',
  'meter',
  'previous',
  'reading',
  'consumption',
  'mean',
  'note',
] as const;

export function ReadingGrid({
  rows,
  drafts,
  refused,
  isReadOnly,
  oddNoteOf,
  onDraft,
  onPaste,
}: {
  readonly rows: readonly ReadingSheetRow[];
  readonly drafts: Drafts;
  /** The service's refusals of rows, by meter. */
  readonly refused: ReadonlyMap<number, string>;
  readonly isReadOnly: boolean;
  /** The note on the row of an odd reading that is stored. */
  readonly oddNoteOf: (row: ReadingSheetRow) => ReactNode;
  readonly onDraft: (meterId: number, draft: Draft | undefined) => void;
  /** Receives cells from a spreadsheet, pasted into a row. */
  readonly onPaste: (start: number, text: string) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const rowPx = useRowPx();
  const { frame, view, look, at, setActive, onKey } = useRowInSight(rows.length, rowPx);
  const whole: View = { top: 0, height: rows.length * rowPx };
  const isOnPaper = useOnPaper();
  const drawn = isOnPaper ? whole : view;
  return (
    <div
      ref={frame}
      className="grid-frame"
      role="grid"
      aria-label={t.caption}
      aria-rowcount={rows.length + 1}
      onScroll={look}
    >
      <div className="grid-row grid-head" role="row" aria-rowindex={1}>
        {COLUMNS.map((name) => (
          <span key={name} role="columnheader" className={name}>
            {t[name]}
          </span>
        ))}
      </div>
      <div
        className="grid-body"
        role="rowgroup"
        style={{ height: isOnPaper ? 'auto' : whole.height }}
      >
        {shownRows(drawn, { count: rows.length, active: at, rowPx }).map((index) => {
          const row = rows[index];
          if (row === undefined) return undefined;
          return (
            <ReadingRow
              key={row.meterId}
              index={index}
              row={row}
              draft={drafts.get(row.meterId)}
              refused={refused.get(row.meterId)}
              isActive={index === at}
              isReadOnly={isReadOnly}
              oddNote={row.odd === null || drafts.has(row.meterId) ? undefined : oddNoteOf(row)}
              onFocus={setActive}
              onKey={onKey}
              onDraft={onDraft}
              onPaste={onPaste}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Which rows are visible, which one is being typed in, and moving to another. */
function useRowInSight(count: number, rowPx: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ top: 0, height: 600 });
  const [active, setActive] = useState(0);
  const at = Math.min(active, count - 1);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setView(viewOf(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  function moveTo(index: number): void {
    const element = frame.current;
    const to = Math.max(0, Math.min(index, count - 1));
    if (element === null) return;
    const [top, bottom] = [to * rowPx, (to + 1) * rowPx - (element.clientHeight - HEAD_PX)];
    if (element.scrollTop > top) element.scrollTop = top;
    if (element.scrollTop < bottom) element.scrollTop = bottom;
    // Rendered before the next keystroke, wherever the row is.
    flushSync(() => {
      setView(viewOf(element));
      setActive(to);
    });
    const input = element.querySelector<HTMLInputElement>(`[data-row="${to}"] input`);
    input?.focus();
    input?.select();
  }

  function onKey(event: KeyboardEvent, index: number): void {
    const to = targetOf(event, index, count);
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  }

  const look = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
    setView(viewOf(currentTarget));
  return { frame, view, look, at, setActive, onKey };
}

type View = { readonly top: number; readonly height: number };

function viewOf({ scrollTop, clientHeight }: HTMLElement): View {
  return { top: scrollTop, height: clientHeight };
}

/** The visible rows with some extra, and the one being typed in. */
function shownRows(
  { top, height }: View,
  {
    count,
    active,
    rowPx,
  }: { readonly count: number; readonly active: number; readonly rowPx: number },
): readonly number[] {
  const first = Math.max(0, Math.floor(top / rowPx) - SPARE_ROWS);
  const last = Math.min(count, Math.ceil((top + height) / rowPx) + SPARE_ROWS);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return active < 0 || (active >= first && active < last) ? shown : [...shown, active];
}

function targetOf(event: KeyboardEvent, index: number, count: number): number | undefined {
  if (event.altKey || event.metaKey) return undefined;
  if (event.ctrlKey) return { Home: 0, End: count - 1 }[event.key];
  if (event.key === 'Enter') return event.shiftKey ? index - 1 : index + 1;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }[event.key];
  return step === undefined ? undefined : index + step;
}
