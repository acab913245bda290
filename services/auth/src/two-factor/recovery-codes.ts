// Recovery codes: for the day on which the phone is gone. They are random enough that nobody guesses one.
import { createHash, randomInt } from 'node:crypto';

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** 32 letters and digits, 5 bits each, so 80 bits a code; 0, O, 1 and I look too much alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, newRecoveryCode);
}

/** What is stored of a code, however it was typed. */
export function recoveryCodeHash(code: string): Buffer {
  const typed = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return createHash('sha256').update(typed).digest();
}

function newRecoveryCode(): string {
  const newGroup = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, newGroup).join('-');
}
