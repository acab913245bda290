// A page whose part of the script is loaded when it is first opened, again and again while the network or the server is unavailable.
import { lazyRouteComponent } from '@tanstack/react-router';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** As the router's own, which gives up at the first failure. */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(async () => untilThere(load), name);
}

/** @throws when the server is there and the part is not: another version serves by now, and the page is to be loaded again */
export async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch (error) {
      if (ms > FIRST_PAUSE_MS && (await isServed())) throw error;
      await pause(ms);
    }
  }
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  return promise;
}
