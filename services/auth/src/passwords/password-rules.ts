// Which passwords are accepted: long enough, and in production not guessable from a list of common passwords or the user's own
// names. No kinds of characters are required.
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import {
  MIN_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH_IN_DEVELOPMENT,
} from '@kvartplata/contracts/auth/users.ts';
import { COMMON_PARTS } from './common-parts.ts';

export type PasswordPolicy = {
  /** In characters, after normalization. */
  readonly minLength: number;
  readonly refuseGuessable: boolean;
};

const GUESSABLE =
  'is easy to guess: it is little more than common words, a run of characters or your own names';

/** Why a password is refused, in words that complete "/password …", and as a code for pages. */
export type PasswordProblem = { readonly message: string; readonly reason: FieldReason };

/** How many distinct characters must remain after everything guessable is removed. */
const MIN_DISTINCT_CHARACTERS = 6;
const MIN_NAME_LENGTH = 3;

export function passwordPolicyOf(appEnv: string): PasswordPolicy {
  return appEnv === 'dev'
    ? { minLength: MIN_PASSWORD_LENGTH_IN_DEVELOPMENT, refuseGuessable: false }
    : { minLength: MIN_PASSWORD_LENGTH, refuseGuessable: true };
}

/**
 * Undefined when the password is accepted.
 * @param ownNames the user's names, username and e-mail
 */
export function passwordProblem(
  password: string,
  policy: PasswordPolicy,
  ownNames: readonly string[],
): PasswordProblem | undefined {
  const normalized = password.normalize('NFKC');
  if (Array.from(normalized).length < policy.minLength)
    return {
      message: `must have at least ${policy.minLength} characters`,
      reason: { code: 'too-short', params: { limit: policy.minLength } },
    };
  if (policy.refuseGuessable && isGuessable(normalized, ownNames))
    return { message: GUESSABLE, reason: { code: 'easy-to-guess' } };
  return undefined;
}

function isGuessable(password: string, ownNames: readonly string[]): boolean {
  const guessable = [...COMMON_PARTS, ...ownNames.flatMap(partsOf)].sort(
    (a, b) => b.length - a.length,
  );
  let rest = password.toLowerCase();
  for (const part of guessable) rest = rest.replaceAll(part, '');
  return new Set(rest).size < MIN_DISTINCT_CHARACTERS;
}

function partsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= MIN_NAME_LENGTH);
}
