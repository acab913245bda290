// Tokens that outsiders send back, each with a MAC: for a letter, in its id and in the address to which bounces go; and for an
// account's address, in the unsubscribe link. They use lower-case letters and digits, since mail servers may change the case.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, type Key, type KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { LetterKey } from './letter-key.ts';

const MAC_SIGNS = 20;
const MARK_SIGNS = 24;
const NUMBER = '([0-9a-z]{1,10})';
const FORM = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}\\.([0-9a-f]{${MARK_SIGNS}}|0)\\.([0-9a-f]{${MAC_SIGNS}})$`,
);

/** An account, and which of its addresses is meant. */
export type MailedAccount = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  /** Identifies the address, see `isAddressOf`. */
  readonly addressMark: string;
};

export function letterTokenOf(
  { current }: KeyRing,
  { organizationId, deliveryId, position }: LetterKey,
): string {
  return signed(current, 'letter', [organizationId, deliveryId, position], '0');
}

export function accountTokenOf(
  { current }: KeyRing,
  { organizationId, houseId, personalAccountId }: Omit<MailedAccount, 'addressMark'>,
  address: string,
): string {
  const mark = markOf(current, personalAccountId, address);
  return signed(current, 'address', [organizationId, houseId, personalAccountId], mark);
}

/** Undefined when the token's signature is not valid. */
export function readLetterToken(ring: KeyRing, token: string): LetterKey | undefined {
  const read = readSigned(ring, 'letter', token);
  if (read === undefined) return undefined;
  const [organizationId, deliveryId, position] = read.numbers;
  return { organizationId, deliveryId, position };
}

/** Undefined when the token's signature is not valid. */
export function readAccountToken(ring: KeyRing, token: string): MailedAccount | undefined {
  const read = readSigned(ring, 'address', token);
  if (read === undefined) return undefined;
  const [organizationId, houseId, personalAccountId] = read.numbers;
  return { organizationId, houseId, personalAccountId, addressMark: read.mark };
}

/**
 * Whether the letter with this link was sent to the address. Without the key, the reader of a link cannot find the address of a
 * mark by trying a list.
 */
export function isAddressOf(
  ring: KeyRing,
  { personalAccountId, addressMark }: MailedAccount,
  address: string,
): boolean {
  return keysOf(ring).some((key) => isMacOf(markOf(key, personalAccountId, address), addressMark));
}

function markOf(key: Key, personalAccountId: number, address: string): string {
  return macOf(key, `mark:${personalAccountId}:${address.toLowerCase()}`, MARK_SIGNS);
}

type Kind = 'letter' | 'address';

function signed(key: Key, kind: Kind, numbers: readonly number[], mark: string): string {
  const said = [...numbers.map((number) => number.toString(36)), mark].join('.');
  return `${said}.${macOf(key, `${kind}:${said}`, MAC_SIGNS)}`;
}

function readSigned(
  ring: KeyRing,
  kind: Kind,
  token: string,
): { readonly numbers: readonly [number, number, number]; readonly mark: string } | undefined {
  const [one = '', two = '', three = '', mark = '', mac = ''] = FORM.exec(token)?.slice(1) ?? [];
  const said = [one, two, three, mark].join('.');
  const isSigned = (key: Key): boolean => isMacOf(macOf(key, `${kind}:${said}`, MAC_SIGNS), mac);
  if (!keysOf(ring).some(isSigned)) return undefined;
  const number = (text: string): number => Number.parseInt(text, 36);
  return { numbers: [number(one), number(two), number(three)], mark };
}

function isMacOf(expected: string, given: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

function macOf({ secret }: Key, said: string, signs: number): string {
  return createHmac('sha256', secret).update(`mail-${said}`).digest('hex').slice(0, signs);
}
