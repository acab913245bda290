// Hashes and checks passwords with Argon2id, only as many at once as the machine can take.
import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { invalidField } from '@kvartplata/platform/http/refusal.ts';
import {
  createBoundedQueue,
  type BoundedQueue,
  type QueueLimits,
} from '@kvartplata/platform/http/bounded-queue.ts';
import { passwordProblem, type PasswordPolicy } from './password-rules.ts';

export type Passwords = {
  /** @throws Refusal overloaded */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash it does not, but finding out takes as long, so that the time does not
   * reveal whether a user exists.
   * @throws Refusal overloaded
   */
  readonly verify: (passwordHash: string | undefined, password: string) => Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  readonly isOutdated: (passwordHash: string) => boolean;
  /** How much hashing waits, and how much was refused. */
  readonly queue: Pick<BoundedQueue, 'waiting' | 'refused'>;
};

/** 19 MiB and two passes: about 10 ms of one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Four tasks keep Node's own four threads busy; more would only wait there. */
const LIMITS: QueueLimits = { running: 4, waiting: 64, waitMs: 2_000 };

export async function createPasswords(limits: QueueLimits = LIMITS): Promise<Passwords> {
  const queue = createBoundedQueue(limits, 'Too many people sign in at this moment');
  const hashOfNobody = await hash(randomBytes(32), PARAMETERS);
  return {
    hash: async (password) => queue.run(async () => hash(normalize(password), PARAMETERS)),
    verify: async (passwordHash, password) => {
      const isRight = await queue.run(async () =>
        verify(passwordHash ?? hashOfNobody, normalize(password)),
      );
      return isRight && passwordHash !== undefined;
    },
    isOutdated: (passwordHash) => {
      const { memoryCost, timeCost } = parseOptions(passwordHash);
      return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost;
    },
    queue,
  };
}

/** The same character may be typed as different code points: every keyboard must give the same password. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/**
 * @param ownNames the user's names, username and e-mail
 * @param path the field of the request that holds the password
 * @throws Refusal validation-failed for a password that is too short or easy to guess
 */
export function requireGoodPassword(
  password: string,
  policy: PasswordPolicy,
  ownNames: readonly string[],
  path = '/password',
): void {
  const problem = passwordProblem(password, policy, ownNames);
  if (problem !== undefined) throw invalidField(path, problem.message, problem.reason);
}
