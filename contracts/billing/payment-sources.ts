// Where payments come from, by the names that people use: by hand, or the profile of a bank's registry.
import { PROFILE_NAMES, REGISTRY_PROFILES } from './registry-profiles.ts';

type Names = Readonly<Record<string, { readonly ru: string; readonly en: string }>>;

const NAMES: Names = { manual: { ru: 'вручную', en: 'manual' }, ...REGISTRY_PROFILES };

/** Sources that have a name, in the order in which they are offered. */
export const SOURCES: readonly string[] = ['manual', ...PROFILE_NAMES];

/** An unknown source is shown as it is. */
export function sourceName(source: string, language: 'ru' | 'en'): string {
  return NAMES[source]?.[language] ?? source;
}
