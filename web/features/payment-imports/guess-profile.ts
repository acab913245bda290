// Which profile a registry has, by how its file begins; whoever knows better says otherwise.
import type { RegistryProfile } from '@kvartplata/contracts/billing/payment-imports.ts';

/** So much of a file is looked at. */
export const HEAD_BYTES = 8_192;

const ENCODINGS = ['utf-8', 'windows-1251', 'ibm866', 'utf-16le'];
const SIGNS: readonly (readonly [RegistryProfile, RegExp])[] = [
  ['1c-client-bank', /^\uFEFF?1CClientBankExchange/],
  ['sberbank', /^(?:#[^\n]*\n|\s)*\d{2}[-/]\d{2}[-/]\d{4};\d{2}[-:]\d{2}[-:]\d{2};/],
  ['yookassa', /Идентификатор платежа|Номер транзакции/i],
];

export function guessProfile(head: Uint8Array): RegistryProfile {
  const texts = ENCODINGS.map((encoding) => new TextDecoder(encoding).decode(head));
  const found = SIGNS.find(([, sign]) => texts.some((text) => sign.test(text)));
  return found?.[0] ?? 'csv';
}
