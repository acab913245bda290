// Guesses the profile of a registry from the beginning of its file; the user can choose another.
import {
  factsOf,
  PROFILE_NAMES,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/registry-profiles.ts';

/** How much of a file is read for it. */
export const HEAD_BYTES = 8_192;

const ENCODINGS = ['utf-8', 'windows-1251', 'ibm866', 'utf-16le'];
/** For a file that matches none of the signs. */
const PLAIN: RegistryProfile = 'csv';

export function guessProfile(head: Uint8Array): RegistryProfile {
  const texts = ENCODINGS.map((encoding) => new TextDecoder(encoding).decode(head));
  const isOne = (profile: RegistryProfile): boolean =>
    texts.some((text) => factsOf(profile).sign?.test(text) === true);
  return PROFILE_NAMES.find(isOne) ?? PLAIN;
}
