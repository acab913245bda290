// The address of an operation: its path with the parameters filled in, and the query.
import type { AnythingAsked, AskedAddress, Endpoint, EndpointFacts, Last } from './endpoint.ts';

/** The path and the query, such as `/api/houses/7/rooms?limit=50`; undefined values are left out. */
export function addressOf<E extends Endpoint>(
  endpoint: E,
  ...[asked]: Last<AskedAddress<E>>
): string {
  return addressOfAny(endpoint, asked ?? {});
}

/** The same, for callers that do not know statically what the operation needs. */
export function addressOfAny(
  { id, path }: Pick<EndpointFacts, 'id' | 'path'>,
  { params = {}, query: asked = {} }: Pick<AnythingAsked, 'params' | 'query'>,
): string {
  const filled = path.replaceAll(/(?<=\/):(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${id} needs ${name} in its path`);
    return encodeURIComponent(textOf(value));
  });
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, textOf(value)]],
  );
  // A comma needs no escaping in a query, and people read lists of ids too.
  const query = new URLSearchParams(given).toString().replaceAll('%2C', ',');
  return query === '' ? filled : `${filled}?${query}`;
}

/** Numbers, days and months as their own text, lists separated by commas, instants as ISO 8601. */
function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
