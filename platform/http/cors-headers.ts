// What lets a browser show an answer to the page. The answers that are written past Fastify's hooks need it as much as the
// others: without it the page is told of no answer at all, and can neither say what is wrong nor when to come again.

type CorsHeaders = Readonly<Record<string, string>>;

export const EXPOSED_HEADERS = [
  'x-request-id',
  'location',
  'etag',
  'retry-after',
  'idempotency-replayed',
  'content-disposition',
  'applied-months',
];

/**
 * @param corsOrigin the page's
 * @param origin where the request says it comes from; undefined where nobody could read it: a browser compares it itself
 */
export function corsHeaders(corsOrigin: string, origin: string | undefined): CorsHeaders {
  if (origin !== undefined && origin !== corsOrigin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': corsOrigin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}
