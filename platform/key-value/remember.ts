// A short-lived cache for slow lookups. An unavailable store only makes it slower. For a moment the process also shares an answer
// among its own requests: a page sends many at once.
import { setNewest } from './bounded-map.ts';
import type { ValueStore } from './signed-values.ts';

export type RememberOptions<T> = {
  readonly store: ValueStore;
  readonly key: string;
  /** The maximum age of an answer, counted from its lookup and including the moment for which it is shared. */
  readonly ttlMs: number;
  /** Which answers may be kept; one that may soon be outdated is better looked up again. */
  readonly keepIf?: (value: T) => boolean;
  readonly nowMs?: (() => number) | undefined;
};

type Asked = {
  readonly answer: Promise<unknown>;
  /** Infinite during the lookup: requests that come meanwhile share its answer. */
  untilMs: number;
};

const MOMENT_MS = 1_000;
const MOST_ASKED = 10_000;

const askedOf = new WeakMap<ValueStore, Map<string, Asked>>();

/** The cached JSON value of `key`, or the result of `load`, which is then kept for `ttlMs`. */
export async function remember<T>(options: RememberOptions<T>, load: () => Promise<T>): Promise<T> {
  const { store, key, keepIf, nowMs = () => performance.now() } = options;
  const asked = askedOf.get(store) ?? new Map<string, Asked>();
  askedOf.set(store, asked);
  const known = asked.get(key);
  const askedMs = nowMs();
  if (known !== undefined && askedMs < known.untilMs) return known.answer as Promise<T>;
  const isAsked = (): boolean => asked.get(key) === own;
  const answer = findOrLoad(options, load, isAsked);
  const own: Asked = { answer, untilMs: Number.POSITIVE_INFINITY };
  setNewest(asked, key, own, MOST_ASKED);
  try {
    const value = await answer;
    own.untilMs = (keepIf?.(value) ?? true) ? askedMs + MOMENT_MS : 0;
    return value;
  } catch (error) {
    own.untilMs = 0;
    throw error;
  }
}

/** The next caller gets a fresh answer. */
export async function forget(store: ValueStore, key: string): Promise<void> {
  askedOf.get(store)?.delete(key);
  await store.delete(key).catch(() => undefined);
}

/** @param isAsked false when it has been forgotten meanwhile: the answer must not be shared any more */
async function findOrLoad<T>(
  { store, key, ttlMs, keepIf, nowMs = () => performance.now() }: RememberOptions<T>,
  load: () => Promise<T>,
  isAsked: () => boolean,
): Promise<T> {
  const kept = await store
    .get(key)
    .then((text) => (text === undefined ? undefined : { value: JSON.parse(text) as T }))
    .catch(() => undefined);
  if (kept !== undefined) return kept.value;
  const askedMs = nowMs();
  const value = await load();
  const leftMs = Math.floor(ttlMs - MOMENT_MS - (nowMs() - askedMs));
  if (leftMs > 0 && isAsked() && (keepIf?.(value) ?? true))
    await store.set(key, JSON.stringify(value), leftMs).catch(() => undefined);
  return value;
}
