// Short messages in the bar above the page, where they cover nothing: what was done, or why it was not.
import { useSyncExternalStore, type ReactElement } from 'react';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const WORDS = inBoth({ close: 'Закрыть' }, { close: 'Close' });
const SHOWN_MS = 8_000;

type News = 'done' | 'warning';
type Toast = { readonly id: number; readonly news: News; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Briefly shows what was done. */
export function tell(text: string): void {
  show('done', text);
}

/** Briefly shows why something was not done. */
export function warn(text: string): void {
  show('warning', text);
}

function show(news: News, text: string): void {
  const id = (lastId += 1);
  change([...toasts, { id, news, text }]);
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
  // Only the newest fits; an earlier one reappears when the later one is gone.
  const shown = all.slice(-1);
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, news, text }) => (
        <div key={id} className={`toast ${news}`}>
          <Icon name={news} />
          <p>{text}</p>
          <Button kind="quiet" aria-label={t.close} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </div>
  );
}
