// A field with a list of matches: arrows choose, Enter accepts, and the focus stays in the field.
import {
  useEffect,
  useId,
  useState,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
} from 'react';

type Found<Item> = {
  /** What is typed, trimmed. */
  readonly search: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** Whether the items are the complete result for the latest text. */
  readonly isFresh: boolean;
  /** Whether an item matches the latest text, even if more results are still to come. */
  readonly isThere?: (item: Item) => boolean;
  /** Whether it is the one meant among several. */
  readonly isMeant: (item: Item) => boolean;
};

export type Outcomes<Item> = {
  readonly onChoose: (item: Item) => void;
  /** Enter was pressed before the result that decides has come. */
  readonly onAwait?: (() => void) | undefined;
  /** And then the result was empty or ambiguous. */
  readonly onMissed?: (() => void) | undefined;
};

export type Combobox<Item> = {
  readonly chosen: Item | undefined;
  /** To be called whenever the text changes. */
  readonly begin: () => void;
  readonly listId: string;
  /** For the text field. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly optionOf: (item: Item) => HTMLAttributes<HTMLElement>;
};

export function useCombobox<Item>(of: Found<Item>, outcomes: Outcomes<Item>): Combobox<Item> {
  const { search, items, keyOf, isFresh, isThere = () => isFresh, isMeant } = of;
  const { onChoose, onAwait, onMissed } = outcomes;
  const listId = useId();
  const [moved, setMoved] = useState<number>();
  const [isAwaited, setAwaited] = useState(false);
  // Nothing is preselected before anything is typed.
  const at = Math.min(moved ?? (search === '' ? -1 : 0), items.length - 1);
  const chosen = items[at];
  const idOf = (item: Item): string => `${listId}-${keyOf(item)}`;

  useEffect(() => {
    if (moved === undefined || chosen === undefined) return;
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
    // Only when the arrows move, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [moved]);

  // Enter was pressed before the result came: matches for fewer letters may be the wrong ones.
  useEffect(() => {
    if (!isAwaited || !isFresh) return;
    setAwaited(false);
    const [first, ...others] = items;
    if (first !== undefined && (others.length === 0 || isMeant(first))) onChoose(first);
    else onMissed?.();
    // Once per result, not at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAwaited, isFresh]);

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setMoved(
        at === -1 && step < 0 ? items.length - 1 : (at + step + items.length) % items.length,
      );
    }
    if (event.key !== 'Enter' || (search === '' && chosen === undefined)) return;
    event.preventDefault();
    if (chosen !== undefined && isThere(chosen)) onChoose(chosen);
    else if (!isFresh) {
      setAwaited(true);
      onAwait?.();
    }
  }

  return {
    chosen,
    begin: () => {
      setMoved(undefined);
      setAwaited(false);
    },
    listId,
    input: {
      role: 'combobox',
      'aria-expanded': items.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      ...(chosen === undefined ? {} : { 'aria-activedescendant': idOf(chosen) }),
      autoComplete: 'off',
      onKeyDown: onKey,
    },
    optionOf: (item) => ({
      id: idOf(item),
      role: 'option',
      tabIndex: -1,
      'aria-selected': item === chosen,
      // Keeps the focus in the field.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => onChoose(item),
    }),
  };
}
