// A page whose part of the script is loaded when it is first opened, again and again while the network or the server is unavailable.
import { lazyRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** A part that could not be loaded; `wake` ends the pause before it is asked for again. */
type Missing = { wake: () => void };

const missing = new Set<Missing>();
const listeners = new Set<() => void>();

/** Whether a part of the script could not be loaded and is tried again. */
export function useMissingScript(): boolean {
  return useSyncExternalStore(subscribe, () => missing.size > 0);
}

/** Does not wait for the end of the pause. */
export function loadMissingNow(): void {
  for (const part of missing) part.wake();
}

/** As the router's own, which gives up at the first failure. */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => untilThere(load), name);
}

/** @throws when the server is there and the part is not: another version serves by now, and the page is to be loaded again */
export async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  const part: Missing = { wake: () => undefined };
  try {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      try {
        return await load();
      } catch (error) {
        if (ms > FIRST_PAUSE_MS && (await isServed())) throw error;
        missing.add(part);
        tellListeners();
        await pause(ms, part);
      }
    }
  } finally {
    missing.delete(part);
    tellListeners();
  }
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function pause(ms: number, part: Missing): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  part.wake = resolve;
  await promise;
  clearTimeout(timer);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
