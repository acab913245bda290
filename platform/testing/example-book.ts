// Keeps the examples of the OpenAPI document true: a scenario calls every operation of a service, or of some tags, at least once,
// and its first request and response have to be those in the document. `UPDATE_EXAMPLES=1` updates the examples that have
// changed.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { Catalogue, Example, Examples } from '@kvartplata/contracts/catalogue.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpServer } from '../http/server.ts';

export type ExampleBook = {
  /** Runs work whose requests are no examples: polling a job, or preparing the scenario. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** @throws when an operation was not called, or differs from its example */
  readonly close: () => void;
};

/** Longer texts and lists are cut: they tell a reader no more. */
const LONGEST_TEXT = 120;
const LONGEST_LIST = 3;
/** How an answer of a media type is read; others, such as a PDF, are not shown. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['application/json', JSON.parse],
  ['text/plain', String],
];

/** The operations with these tags, for a catalogue with several scenarios. */
export function operationsAbout(
  { operations }: Catalogue,
  tags: readonly string[],
): Pick<Catalogue, 'operations'> {
  return { operations: operations.filter(({ tag }) => tags.includes(tag)) };
}

/**
 * Records the requests to a service that has not started yet: its scenario has to call all of the operations.
 * @param file where the examples are stored
 */
export function openExampleBook(
  app: HttpServer,
  { operations }: Pick<Catalogue, 'operations'>,
  file: URL,
): ExampleBook {
  const heard = new Map<string, Example>();
  const refused = new Map<string, Example['refusal']>();
  let isListening = true;
  const bodies = new WeakMap<FastifyRequest, unknown>();
  // Before the schema's codecs convert days and numbers.
  app.addHook('preValidation', async (request) => {
    bodies.set(request, structuredClone(request.body));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!isListening || endpoint === undefined) return payload;
    const { statusCode: status } = reply;
    if (status >= 400 && !refused.has(endpoint.id))
      refused.set(endpoint.id, { status, problem: JSON.parse(String(payload)) });
    if (status >= 300 || heard.has(endpoint.id)) return payload;
    const body = bodies.get(request) ?? undefined;
    const type = status === 204 ? '' : String(reply.getHeader('content-type'));
    const read = READERS.find(([start]) => type.startsWith(start))?.[1];
    // A report is a stream.
    const whole =
      read !== undefined && payload instanceof Readable ? await textOf(payload) : payload;
    heard.set(endpoint.id, {
      ...addressIn(endpoint.path, request.url),
      ...(body === undefined ? {} : { body: shortened(body) }),
      status,
      ...(read === undefined ? {} : { answer: shortened(read(String(whole))) }),
    });
    return whole;
  });

  return {
    aside: async (work) => {
      isListening = false;
      try {
        return await work();
      } finally {
        isListening = true;
      }
    },
    close: () => {
      const missing = operations.filter(({ id }) => !heard.has(id)).map(({ id }) => id);
      assert.deepEqual(missing, [], 'the story does not ask them');
      const shown = JSON.parse(readFileSync(file, 'utf8')) as Examples;
      const now = Object.fromEntries(
        operations.map(({ id }) => {
          const told = toldOf(id);
          return [id, isAlike(shown[id], told) ? shown[id] : told];
        }),
      );
      if (process.env['UPDATE_EXAMPLES'] === '1')
        writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
      else assert.deepEqual(shown, now);
    },
  };

  /** What has nothing to show but its status shows what it is refused with. */
  function toldOf(id: string): Example | undefined {
    const example = heard.get(id);
    if (example === undefined || Object.keys(example).length > 1) return example;
    const refusal = refused.get(id);
    assert.ok(refusal, `the story has to be refused ${id} as well, which has nothing else to show`);
    return { ...example, refusal };
  }
}

/** The path parameters and the query of a URL. */
function addressIn(path: string, url: string): Pick<Example, 'params' | 'query'> {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const texts = pathname.split('/');
  const params = Object.fromEntries(
    path
      .split('/')
      .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), texts[at]]] : [])),
  ) as Readonly<Record<string, string>>;
  const query = Object.fromEntries(searchParams);
  return {
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(searchParams.size === 0 ? {} : { query }),
  };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, LONGEST_TEXT)}…`;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Days, instants, random values, and journals, which are full of ids, differ in every run. */
const BY_CHANCE =
  /^(?:\d{6}|\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+Z)?|[\w+/=.-]{12,}|(?:data|otpauth):.*|\S+\+[0-9a-f]{8}\+\S+|\d+\|\d{4}-\d{2}\|\S+|[^]+\n\n— [^]+|commodity [^]+)$/;
/** The last characters of a key look like a word, and a mail server's reply contains a number of its own. */
const NAMES_BY_CHANCE = /^(?:ending|reply)$/;
/** Ids are texts in a URL. */
const ID_OR_BY_CHANCE = new RegExp(`${BY_CHANCE.source}|^\\d+(?:,\\d+)*$`);

/** Equal except for ids, times and secrets. */
export function isAlike(one: unknown, other: unknown, name = ''): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isAlike(item, other[at], name));
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys({ ...one, ...other });
    return names.every(
      (each) => each in one && each in other && isAlike(one[each], other[each], each),
    );
  }
  if (Object.is(one, other)) return true;
  if (NAMES_BY_CHANCE.test(name)) return typeof one === 'string' && typeof other === 'string';
  const isId = /(?:^id|Ids?)$/.test(name);
  if (typeof one === 'number' && typeof other === 'number') return isId;
  const pattern = isId ? ID_OR_BY_CHANCE : BY_CHANCE;
  return [one, other].every((text) => typeof text === 'string' && pattern.test(text));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
