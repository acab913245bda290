// Texts in Russian and English next to each other, for the page and for programs that share its words; the compiler reports one
// that a language lacks.
import { unbroken } from './unbroken.ts';

export type Language = 'ru' | 'en';

type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts };
export type Alike<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Alike<T[Name]>;
};
export type Words<T> = Readonly<Record<Language, Alike<T>>>;

/** The texts of one place, by name: `inBoth({ save: 'Сохранить' }, { save: 'Save' })`. */
export function inBoth<const T extends Texts>(ru: T, en: Alike<T>): Words<T> {
  return { ru: kept(ru as unknown as Alike<T>), en: kept(en) };
}

/** Adds no-break spaces between numbers and units. */
function kept<T>(texts: T): T {
  if (typeof texts === 'string') return unbroken(texts) as T;
  if (typeof texts === 'function')
    return ((...values: readonly unknown[]) => unbroken(String(texts(...values)))) as T;
  const all = Object.entries(texts as object).map(([name, text]) => [name, kept<unknown>(text)]);
  return Object.fromEntries(all) as T;
}
