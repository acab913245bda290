// A field with a list of what it has found: arrows choose, Enter takes, and the keyboard stays in the field.
import {
  useEffect,
  useId,
  useState,
  type HTMLAttributes,
  type InputHTMLAttributes,
  type KeyboardEvent,
} from 'react';

type Found<Item> = {
  /** What is typed, without blanks around it. */
  readonly search: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** Whether the items are all that is found for what was typed last. */
  readonly isFresh: boolean;
  /** Whether an item is found for what was typed last, whatever is still to come. */
  readonly isThere?: (item: Item) => boolean;
  /** Whether it is meant among several. */
  readonly isMeant: (item: Item) => boolean;
};

export type Outcomes<Item> = {
  readonly onChoose: (item: Item) => void;
  /** Enter came before the answer, which decides. */
  readonly onAwait?: (() => void) | undefined;
  /** And then it has found none, or several. */
  readonly onMissed?: (() => void) | undefined;
};

export type Combobox<Item> = {
  readonly chosen: Item | undefined;
  /** To be told whenever something else is typed. */
  readonly begin: () => void;
  readonly listId: string;
  /** Of the field that is typed into. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly optionOf: (item: Item) => HTMLAttributes<HTMLElement>;
};

export function useCombobox<Item>(of: Found<Item>, outcomes: Outcomes<Item>): Combobox<Item> {
  const { search, items, keyOf, isFresh, isThere = () => isFresh, isMeant } = of;
  const { onChoose, onAwait, onMissed } = outcomes;
  const listId = useId();
  const [moved, setMoved] = useState<number>();
  const [isAwaited, setAwaited] = useState(false);
  // Before anything is typed nothing is chosen by itself.
  const at = Math.min(moved ?? (search === '' ? -1 : 0), items.length - 1);
  const chosen = items[at];
  const idOf = (item: Item): string => `${listId}-${keyOf(item)}`;

  useEffect(() => {
    if (moved === undefined || chosen === undefined) return;
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
    // At each step of the arrows, not whenever the page is drawn.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [moved]);

  // Enter came before the answer: what was found for fewer letters may be another's.
  useEffect(() => {
    if (!isAwaited || !isFresh) return;
    setAwaited(false);
    const [first, ...others] = items;
    if (first !== undefined && (others.length === 0 || isMeant(first))) onChoose(first);
    else onMissed?.();
    // Once an answer, not whenever the page is drawn.
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
      // The field keeps the keyboard.
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => onChoose(item),
    }),
  };
}
