// Requests that wait for a response: after a while the page says so, and the user may give up on them.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { Transport } from '@kvartplata/client/transport.ts';
import { useSyncExternalStore } from 'react';

/** Before people begin to wonder. */
const PATIENCE_MS = 5_000;

type Asked = { readonly isWrite: boolean; readonly stop: AbortController; isLate: boolean };
export type Late = { readonly reads: number; readonly writes: number };

const NOBODY: Late = { reads: 0, writes: 0 };
const asked = new Set<Asked>();
const listeners = new Set<() => void>();
let late = NOBODY;

/** Sends like the transport, and lets `giveUp` abort requests that are late. */
export function watched(send: Transport): Transport {
  return async (url, init) => {
    const stop = new AbortController();
    const one: Asked = { isWrite: (init.method ?? 'GET') !== 'GET', stop, isLate: false };
    const timer = setTimeout(() => {
      one.isLate = true;
      count();
    }, PATIENCE_MS);
    asked.add(one);
    const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
    try {
      return await send(url, { ...init, signal });
    } catch (cause) {
      if (stop.signal.aborted) throw new RequestFailure('given-up', 0, { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
      asked.delete(one);
      if (one.isLate) count();
    }
  };
}

/** Aborts the late requests. */
export function giveUp(): void {
  for (const { isLate, stop } of asked) if (isLate) stop.abort();
}

/** How many requests are late. */
export function useLate(): Late {
  return useSyncExternalStore(subscribe, () => late);
}

function count(): void {
  const all = [...asked].filter(({ isLate }) => isLate);
  const writes = all.filter(({ isWrite }) => isWrite).length;
  late = all.length === 0 ? NOBODY : { writes, reads: all.length - writes };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
