// Rate limits for programs, per process. They are counted in memory: no request waits for a store, and a limit that is a few
// times higher with a few replicas protects as well.
import { networkOf } from '../http/client-network.ts';
import { Refusal } from '../http/refusal.ts';

export type ApiKeyLimits = {
  /** Counts a request with a valid key. @throws Refusal too-many-requests */
  readonly countUse: (apiKeyId: number) => void;
  /** Counts a request with an invalid key. */
  readonly countFailure: (address: string) => void;
  /** @throws Refusal too-many-requests for an address that has sent many invalid keys */
  readonly refuseGuesser: (address: string) => void;
};

const WINDOW_MS = 60_000;
const USES_OF_KEY = 3_000;
const FAILURES_OF_ADDRESS = 300;
const MOST_COUNTED = 10_000;

export function createApiKeyLimits(now: () => Date): ApiKeyLimits {
  const uses = createCounts(now);
  const failures = createCounts(now);
  return {
    countUse: (apiKeyId) => {
      if (uses.add(String(apiKeyId)) > USES_OF_KEY) throw tooMany(now());
    },
    countFailure: (address) => void failures.add(networkOf(address)),
    refuseGuesser: (address) => {
      if (failures.of(networkOf(address)) >= FAILURES_OF_ADDRESS) throw tooMany(now());
    },
  };
}

/** Counts by name within the current minute. */
function createCounts(now: () => Date) {
  const counts = new Map<string, number>();
  let window = 0;
  const turn = (): void => {
    const current = Math.floor(now().getTime() / WINDOW_MS);
    if (current !== window || counts.size >= MOST_COUNTED) counts.clear();
    window = current;
  };
  return {
    of: (name: string): number => {
      turn();
      return counts.get(name) ?? 0;
    },
    add: (name: string): number => {
      turn();
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
  };
}

function tooMany(now: Date): Refusal {
  const leftMs = WINDOW_MS - (now.getTime() % WINDOW_MS);
  return new Refusal('too-many-requests', undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}
