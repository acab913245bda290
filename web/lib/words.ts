// The page's words in Russian and English. Each place that speaks keeps its words beside itself, in both languages;
// the compiler misses a word that one of them lacks.
import { useSyncExternalStore } from 'react';
import { unbroken } from './unbroken.ts';

export type Language = 'ru' | 'en';

type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };
type Alike<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Alike<T[Name]>;
};
export type Words<T> = Readonly<Record<Language, Alike<T>>>;

const KEPT_AS = 'language';
const listeners = new Set<() => void>();
let language: Language = localStorage.getItem(KEPT_AS) === 'en' ? 'en' : 'ru';
document.documentElement.lang = language;

/** Words of one place, by their names: `inBoth({ save: 'Сохранить' }, { save: 'Save' })`. */
export function inBoth<const T extends Texts>(ru: T, en: Alike<T>): Words<T> {
  return { ru: kept(ru as unknown as Alike<T>), en: kept(en) };
}

/** The texts with numbers and units that no line parts. */
function kept<T>(texts: T): T {
  if (typeof texts === 'string') return unbroken(texts) as T;
  if (typeof texts === 'function')
    return ((...values: readonly unknown[]) => unbroken(String(texts(...values)))) as T;
  const all = Object.entries(texts as object).map(([name, text]) => [name, kept<unknown>(text)]);
  return Object.fromEntries(all) as T;
}

/** The words in the language of the page, and again when that is changed. */
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

/** The Russian form for a count: `counted(3, 'счёт', 'счёта', 'счетов')` is `3 счёта`, which no line parts. */
export function counted(count: number, one: string, few: string, many: string): string {
  const rule = RUSSIAN.select(count);
  return `${count}\u00a0${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

const RUSSIAN = new Intl.PluralRules('ru');

/** The English form for a count. */
export function countedEn(count: number, one: string, many = `${one}s`): string {
  return `${count}\u00a0${count === 1 ? one : many}`;
}
