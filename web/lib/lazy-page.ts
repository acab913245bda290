// A page whose script is loaded when it is first opened, with retries while the network or the server is unavailable.
import { lazyRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** A script that could not be loaded; `wake` ends the pause before the next try. */
type Missing = { wake: () => void };

const missing = new Set<Missing>();
const listeners = new Set<() => void>();

/** Whether a script could not be loaded and is being retried. */
export function useMissingScript(): boolean {
  return useSyncExternalStore(subscribe, () => missing.size > 0);
}

/** Retries without waiting for the end of the pause. */
export function loadMissingNow(): void {
  for (const part of missing) part.wake();
}

/** Like the router's own, which gives up at the first failure. */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => untilThere(load), name);
}

/** @throws if the server responds but has no such script: it serves another version by now, so the page has to be reloaded */
export async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  const part: Missing = { wake: () => undefined };
  try {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      try {
        return await load();
      } catch (error) {
        if (ms > FIRST_PAUSE_MS && (await isServed())) throw error;
        missing.add(part);
        notifyListeners();
        await pause(ms, part);
      }
    }
  } finally {
    missing.delete(part);
    notifyListeners();
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

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
