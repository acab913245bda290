// A request in parts that can be changed one by one, and how it is sent.
import { requestOf, type Operation } from '../operations.ts';
import type { Place } from '../place.ts';
import { jsonTextOf } from './json-text.ts';

export type Draft = {
  readonly method: string;
  /** As in the OpenAPI document, with names in braces. */
  readonly path: string;
  /** By name, as in the URL. */
  readonly params: Readonly<Record<string, string>>;
  /** As in the URL, without the question mark. */
  readonly query: readonly string[];
  /** Override those of a valid request; undefined removes one. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** A value for JSON, bytes for anything else, undefined for no body. */
  readonly body: unknown;
};

/** One fault or oddity of a request. */
export type Change = {
  readonly part: 'path' | 'query' | 'headers' | 'body' | 'everything';
  readonly why: string;
  /** Whether the request then has to be refused. */
  readonly refuses: boolean;
  /** The field that a refusal of the value has to name. */
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
