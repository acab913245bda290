// The address of an operation: its path with the names filled in, and the query behind it.
import type { AnythingAsked, AskedAddress, Endpoint, EndpointFacts, Last } from './endpoint.ts';

/** The path and the query, as `/api/houses/7/rooms?limit=50`; what is undefined is left out. */
export function addressOf<E extends Endpoint>(
  endpoint: E,
  ...[asked]: Last<AskedAddress<E>>
): string {
  return addressOfAny(endpoint, asked ?? {});
}

/** The same where a compiler can no longer tell what the operation needs. */
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
  // A comma is a comma in a query, and lists of ids are read by people too.
  const query = new URLSearchParams(given).toString().replaceAll('%2C', ',');
  return query === '' ? filled : `${filled}?${query}`;
}

/** Numbers, days and months by their own text, lists with commas, instants as ISO 8601. */
function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
