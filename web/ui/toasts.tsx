// Short news in the bar above the page, where they cover nothing: what was done, until it has been read.
import { useSyncExternalStore, type ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const WORDS = inBoth({ close: 'Закрыть' }, { close: 'Close' });
const SHOWN_MS = 8_000;

type Toast = { readonly id: number; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a text for a while. */
export function tell(text: string): void {
  const id = (lastId += 1);
  change([...toasts, { id, text }]);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts(): ReactElement {
  const t = useWords(WORDS);
  const all = useSyncExternalStore(subscribe, () => toasts);
  // The newest: there is room for no more, and each earlier one comes to sight again when a later one has gone.
  const shown = all.slice(-1);
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text }) => (
        <div key={id} className="toast">
          <Icon name="done" />
          <p>{text}</p>
          <Button kind="quiet" aria-label={t.close} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
