// How the page caches responses, and retries when a service is unavailable for a moment.
import { QueryClient } from '@tanstack/react-query';
import { RequestFailure } from '@kvartplata/client/request-failure.ts';

const FRESH_MS = 15_000;
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 10;
/** Failed reads are repeated automatically, in case the service is back. */
const LOOK_AGAIN_MS = 5_000;

/** How often and after what delay something is retried. */
export const patience = {
  retry: (failures: number, error: unknown) => failures < MAX_TRIES && mayPass(error),
  retryDelay: (failures: number, error: unknown) => waitMs(failures, error),
};

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Otherwise a query would wait for the network silently and only show that it is loading.
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

/** A service that is unavailable or overloaded may respond in a moment. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof RequestFailure) || error.code === 'given-up') return false;
  return [0, 503].includes(error.status);
}

function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof RequestFailure ? error.retryAfter : undefined;
  return Math.min(asked ?? 2 ** failures, MAX_WAIT_SECONDS) * 1000;
}

/** All data from billing may have changed. */
export async function reloadBilling(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['billing'] });
}
