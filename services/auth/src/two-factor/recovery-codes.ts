// Recovery codes, for when the phone is lost. They are random enough not to be guessed.
import { createHash, randomInt } from 'node:crypto';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** 32 letters and digits, 5 bits each, so 80 bits a code; without 0, O, 1 and I, which look too much alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, newRecoveryCode);
}

/** The stored form of a code, however it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  const typed = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return createHash('sha256').update(typed).digest();
}

function newRecoveryCode(): string {
  const newGroup = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, newGroup).join('-');
}
