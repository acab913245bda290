// Choosing rows of a table: a checkbox in each, one for all shown rows, ranges with Shift, and actions on the chosen rows.
import { useCallback, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  {
    all: 'Выбрать все показанные',
    one: (name: string) => `Выбрать: ${name}`,
    chosen: (count: number) => `Выбрано: ${counted(count, 'строка', 'строки', 'строк')}`,
    none: 'Снять выбор',
  },
  {
    all: 'Select all shown',
    one: (name) => `Select: ${name}`,
    chosen: (count) => `Selected: ${countedEn(count, 'row')}`,
    none: 'Clear',
  },
);

export type RowKey = string | number;

export type Choosing<Row> = {
  readonly chosen: ReadonlySet<RowKey>;
  readonly choose: (chosen: ReadonlySet<RowKey>) => void;
  /** The row's name, for screen readers. */
  readonly nameOf: (row: Row) => string;
  /** Rows for which it is false have no checkbox; by default all have one. */
  readonly mayChoose?: (row: Row) => boolean;
};

export function useChosen(): {
  readonly chosen: ReadonlySet<RowKey>;
  readonly choose: (chosen: ReadonlySet<RowKey>) => void;
} {
  const [chosen, choose] = useState<ReadonlySet<RowKey>>(() => new Set());
  return useMemo(() => ({ chosen, choose }), [chosen]);
}

/** The checkbox in the head. */
export function HeadBox<Row>({
  of: { chosen, choose },
  keys,
}: {
  readonly of: Choosing<Row>;
  readonly keys: readonly RowKey[];
}): ReactElement {
  const t = useWords(WORDS);
  const count = keys.filter((key) => chosen.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  const mark = useCallback(
    (box: HTMLInputElement | null) => {
      if (box !== null) box.indeterminate = count > 0 && !isAll;
    },
    [count, isAll],
  );
  return (
    <input
      ref={mark}
      type="checkbox"
      aria-label={t.all}
      checked={isAll}
      onChange={() => {
        const others = [...chosen].filter((key) => !keys.includes(key));
        choose(new Set(isAll ? others : [...others, ...keys]));
      }}
    />
  );
}

/** The checkboxes of the rows; Shift chooses all from the last one on. */
export function useRowBoxes<Row>(
  of: Choosing<Row> | undefined,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): ((row: Row) => ReactElement | null) | undefined {
  const t = useWords(WORDS);
  const last = useRef<RowKey>(undefined);
  if (of === undefined) return undefined;
  const { chosen, choose, nameOf } = of;
  const keys = choosableKeys(of, rows, keyOf);
  return (row) =>
    of.mayChoose?.(row) === false ? null : (
      <input
        type="checkbox"
        aria-label={t.one(nameOf(row))}
        checked={chosen.has(keyOf(row))}
        onChange={({ nativeEvent }) => {
          const key = keyOf(row);
          const isSpan = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          const from = isSpan && last.current !== undefined ? keys.indexOf(last.current) : -1;
          const at = keys.indexOf(key);
          const span = from === -1 ? [key] : keys.slice(Math.min(from, at), Math.max(from, at) + 1);
          const others = [...chosen].filter((each) => !span.includes(each));
          choose(new Set(chosen.has(key) ? others : [...others, ...span]));
          last.current = key;
        }}
      />
    );
}

/** The keys of the rows that have a checkbox. */
export function choosableKeys<Row>(
  { mayChoose = () => true }: Choosing<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): readonly RowKey[] {
  return rows.filter(mayChoose).map(keyOf);
}

/** How many are chosen and the actions on them; nothing while there are none. */
export function ChosenBar({
  of: { chosen, choose },
  children,
}: {
  readonly of: Pick<Choosing<never>, 'chosen' | 'choose'>;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="chosen-bar" role="status">
      {chosen.size > 0 && (
        <>
          <span>{t.chosen(chosen.size)}</span>
          {children}
          <Button kind="quiet" onClick={() => choose(new Set())}>
            {t.none}
          </Button>
        </>
      )}
    </div>
  );
}
