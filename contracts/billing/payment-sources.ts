// Where payments come from, as people call it: by hand, or the profile of a bank's registry.
import { PROFILE_NAMES, REGISTRY_PROFILES } from './registry-profiles.ts';

type Names = Readonly<Record<string, { readonly ru: string; readonly en: string }>>;

const NAMES: Names = { manual: { ru: 'вручную', en: 'manual' }, ...REGISTRY_PROFILES };

/** Those that have a name, in the order in which they are offered. */
export const SOURCES: readonly string[] = ['manual', ...PROFILE_NAMES];

/** A source that is none of ours is called as it is. */
export function sourceName(source: string, language: 'ru' | 'en'): string {
  return NAMES[source]?.[language] ?? source;
}
