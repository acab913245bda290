// The page's texts in Russian and English. Each component has its texts next to it, in both languages; the compiler reports one
// that either lacks.
import { useSyncExternalStore } from 'react';
import type { Alike, Language, Words } from './in-both.ts';

export { inBoth, type Language, type Words } from './in-both.ts';

const KEPT_AS = 'language';
const listeners = new Set<() => void>();
let language: Language = localStorage.getItem(KEPT_AS) === 'en' ? 'en' : 'ru';
document.documentElement.lang = language;

/** The texts in the language of the page; re-renders when the language changes. */
export function useWords<T>(words: Words<T>): Alike<T> {
  return words[useLanguage()];
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => language);
}

export function speak(chosen: Language): void {
  language = chosen;
  localStorage.setItem(KEPT_AS, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The Russian form for a count, with a no-break space: `counted(3, 'счёт', 'счёта', 'счетов')` is `3 счёта`. */
export function counted(count: number, one: string, few: string, many: string): string {
  const rule = RUSSIAN.select(count);
  return `${count}\u00a0${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

const RUSSIAN = new Intl.PluralRules('ru');

/** The English form for a count. */
export function countedEn(count: number, one: string, many = `${one}s`): string {
  return `${count}\u00a0${count === 1 ? one : many}`;
}
