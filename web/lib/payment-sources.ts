// Where payments come from, as people call it: by hand, or the profile of a bank's registry.
import {
  PROFILE_NAMES,
  REGISTRY_PROFILES,
} from '@kvartplata/contracts/billing/registry-profiles.ts';
import type { Language } from './words.ts';

type Names = Readonly<Record<string, Readonly<Record<Language, string>>>>;

const NAMES: Names = { manual: { ru: 'вручную', en: 'manual' }, ...REGISTRY_PROFILES };

/** Those that have a name, in the order in which they are offered. */
export const SOURCES: readonly string[] = ['manual', ...PROFILE_NAMES];

/** A source that is none of ours is called as it is. */
export function sourceName(source: string, language: Language): string {
  return NAMES[source]?.[language] ?? source;
}
