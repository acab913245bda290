// A request in parts that can be spoiled one by one, and how it looks on the wire.
import { requestOf, type Operation } from '../operations.ts';
import type { Place } from '../place.ts';
import { jsonTextOf } from './json-text.ts';

export type Draft = {
  readonly method: string;
  /** As the OpenAPI document has it, with names in braces. */
  readonly path: string;
  /** By name, as they stand in the address. */
  readonly params: Readonly<Record<string, string>>;
  /** As it stands in the address, without the question mark. */
  readonly query: readonly string[];
  /** Over those that a good request has; undefined takes one away. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** A value for JSON, bytes for anything else, undefined for none. */
  readonly body: unknown;
};

/** One thing that is wrong or odd about a request. */
export type Change = {
  readonly part: 'path' | 'query' | 'headers' | 'body' | 'everything';
  readonly why: string;
  /** Whether the request has to be refused then. */
  readonly refuses: boolean;
  /** Where a refusal of the value has to point to. */
  readonly field?: string;
  readonly change: (draft: Draft) => Draft;
};

/** A valid request. */
export async function draftOf(operation: Operation, place: Place): Promise<Draft> {
  const { method, url, body } = requestOf(operation, place);
  const [path = '', search = ''] = url.split('?');
  const values = path.split('/');
  const params: Record<string, string> = {};
  for (const [index, part] of operation.path.split('/').entries())
    if (part.startsWith('{')) params[part.slice(1, -1)] = values[index] ?? '';
  const query = search === '' ? [] : search.split('&');
  const draft = { method, path: operation.path, params, query, headers: {}, body };
  return body instanceof FormData ? { ...draft, ...(await formOf(body)) } : draft;
}

export async function formOf(form: FormData): Promise<Pick<Draft, 'headers' | 'body'>> {
  const answer = new Response(form);
  return {
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

export function addressOf({ path, params, query }: Draft): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

export function bytesOf({ body }: Draft): Buffer | undefined {
  if (body === undefined || body instanceof Buffer) return body;
  return Buffer.from(jsonTextOf(body));
}
