// An operation that contracts do not declare yet, for callers who know no more of it than its path.
import type { Endpoint, ServiceName } from '@kvartplata/contracts/endpoint.ts';

/** @param path also with a query, as it goes over the wire */
export function unlisted(service: ServiceName, method: Endpoint['method'], path: string): Endpoint {
  return {
    id: `${method} ${path}`,
    service,
    method,
    path: path as Endpoint['path'],
    tag: '',
    summary: '',
    description: '',
    access: 'user',
    answers: {},
    refusals: [],
  };
}
