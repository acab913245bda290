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

/** The beginning of an XLSX file, whose contents are compressed. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Undefined for a workbook, of which any profile with columns is possible: a person has to choose. */
export function guessProfile(head: Uint8Array): RegistryProfile | undefined {
  if (ZIP.every((byte, at) => head[at] === byte)) return undefined;
  const texts = ENCODINGS.map((encoding) => new TextDecoder(encoding).decode(head));
  const isOne = (profile: RegistryProfile): boolean =>
    texts.some((text) => factsOf(profile).sign?.test(text) === true);
  return PROFILE_NAMES.find(isOne) ?? PLAIN;
}
