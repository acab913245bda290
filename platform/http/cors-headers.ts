// The headers that let a browser show a response to the page. Responses written without Fastify's hooks need them as well:
// otherwise the page sees no response at all, neither what is wrong nor when to retry.

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
 * @param corsOrigin the page's origin
 * @param origin the request's Origin header; undefined where it could not be read: then the page's is sent, and the browser
 *   compares it
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
