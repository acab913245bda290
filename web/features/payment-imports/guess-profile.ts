// Which profile a registry has, by how its file begins; whoever knows better says otherwise.
import {
  factsOf,
  PROFILE_NAMES,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/registry-profiles.ts';

/** So much of a file is looked at. */
export const HEAD_BYTES = 8_192;

const ENCODINGS = ['utf-8', 'windows-1251', 'ibm866', 'utf-16le'];
/** Of a file that none of the signs fits. */
const PLAIN: RegistryProfile = 'csv';

export function guessProfile(head: Uint8Array): RegistryProfile {
  const texts = ENCODINGS.map((encoding) => new TextDecoder(encoding).decode(head));
  const isOne = (profile: RegistryProfile): boolean =>
    texts.some((text) => factsOf(profile).sign?.test(text) === true);
  return PROFILE_NAMES.find(isOne) ?? PLAIN;
}
