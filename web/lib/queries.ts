// What the page remembers of answers, and how it tries again when a service is unavailable for a moment.
import { QueryClient } from '@tanstack/react-query';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';

const FRESH_MS = 15_000;
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 10;
/** What could not be read is read again by itself, once the service may be back. */
const LOOK_AGAIN_MS = 5_000;

/** How often and after what wait something is tried again. */
export const patience = {
  retry: (failures: number, error: unknown) => failures < MAX_TRIES && mayPass(error),
  retryDelay: (failures: number, error: unknown) => waitMs(failures, error),
};

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A query that waited for the network in silence would show nothing but that it loads.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      ...patience,
      refetchInterval: ({ state: { error, status } }) =>
        status === 'error' && mayPass(error) && LOOK_AGAIN_MS,
    },
    mutations: { networkMode: 'always' },
  },
});

/** A service that is unavailable, or has too much to do, may answer in a moment. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RequestFailure) || error.code === 'given-up') return false;
  return [0, 503].includes(error.status);
}

function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof RequestFailure ? error.retryAfter : undefined;
  return Math.min(asked ?? 2 ** failures, MAX_WAIT_SECONDS) * 1000;
}

/** Whatever billing has told may be otherwise now. */
export async function reloadBilling(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['billing'] });
}
