// One operation of the HTTP interface, declared once: its route, its place in the OpenAPI document, and the typed calls of the
// page, the tools and the tests all come from this object.
import type { Static, StaticDecode, TSchema } from 'typebox';
import type { AccessLevel } from './access.ts';
import type { FileAnswer } from './file-answer.ts';
import type { PageOf } from './page.ts';
import type { ProblemCode } from './problem.ts';

export const SERVICES = ['auth', 'core', 'billing'] as const;
export type ServiceName = (typeof SERVICES)[number];

export type Endpoint = {
  /** Verb and noun, unique across the three services: the `operationId`, and the name under which it is exported. */
  readonly id: string;
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Such as `/api/houses/:houseId/rooms`. */
  readonly path: `/${string}`;
  /** The group of operations in the document: one of its catalogue's tags. */
  readonly tag: string;
  /** One line without a full stop. */
  readonly summary: string;
  /** In sentences: units, the order of the checks, and what else a caller has to know. */
  readonly description: string;
  readonly access: AccessLevel;
  /** API keys are refused: a program must not grant or revoke access. */
  readonly peopleOnly?: true;
  /** Only if a parameter in the path is not an id. */
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Instead of a body: the `multipart/form-data` with a file. */
  readonly form?: TSchema;
  /** Takes an `Idempotency-Key`: the same key and request return the first response again. */
  readonly idempotent?: true;
  /** Takes an `If-Match` with the entity tag of the version to be changed. */
  readonly ifMatch?: true;
  /** By status; 204 has no body. */
  readonly answers: Answers;
  /** The refusals of its own rules; those that any route may return are added (`refusals.ts`). */
  readonly refusals: readonly ProblemCode[];
};

/** 302 redirects a browser; 503 is only for `/ready`, whose body is then the same as with 200. */
export type AnswerStatus = 200 | 201 | 202 | 204 | 302 | 503;
type Answers = Readonly<Partial<Record<AnswerStatus, TSchema | FileAnswer | null>>>;

/** What a caller without schemas, such as the page, knows about an operation. */
export type EndpointFacts = Pick<
  Endpoint,
  'id' | 'service' | 'method' | 'path' | 'tag' | 'access' | 'idempotent'
>;

type Unknown<E> = Readonly<Record<Exclude<keyof E, keyof Endpoint>, never>>;

export function endpoint<const E extends Endpoint>(facts: E & Unknown<E>): E {
  return Object.freeze(facts);
}

/** The parameters in a path. */
type NamesIn<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : never;

/** What a handler receives, decoded: ids as numbers, days as PlainDate. */
export type ParamsOf<E extends Endpoint> = E extends { readonly params: infer S extends TSchema }
  ? StaticDecode<S>
  : { readonly [Name in NamesIn<E['path']>]: number };
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer S extends TSchema }
  ? StaticDecode<S>
  : Readonly<Record<string, never>>;
export type BodyOf<E extends Endpoint> = E extends { readonly body: infer S extends TSchema }
  ? StaticDecode<S>
  : undefined;

/** The JSON of a response that may also be a file, such as a report. */
type JsonIn<Answer> = Answer extends {
  readonly content: { readonly 'application/json': { readonly schema: infer S extends TSchema } };
}
  ? Static<S>
  : never;

/** Its responses, by status, as JSON; a file has no such type. */
export type AnswersOf<E extends Endpoint> = {
  [Status in keyof E['answers']]: Status extends 204 | 302
    ? undefined
    : E['answers'][Status] extends FileAnswer
      ? JsonIn<E['answers'][Status]>
      : E['answers'][Status] extends infer S extends TSchema
        ? Static<S>
        : never;
};
export type AnswerOf<E extends Endpoint> = AnswersOf<E>[keyof E['answers']];

/** An operation that returns a long list, and the type of its items. */
export type Listing = Endpoint & { readonly query: unknown };
export type ItemOf<E extends Endpoint> = AnswerOf<E> extends PageOf<infer Item> ? Item : never;

/** What a caller passes for each parameter in the path: the text of the address, or the value that it is decoded to. */
type GivenParams<E extends Endpoint> = E extends { readonly params: infer S extends TSchema }
  ? { readonly [K in keyof Static<S>]: Static<S>[K] | DecodedAt<S, K> }
  : { readonly [Name in NamesIn<E['path']>]: number };

type GivenQuery<S extends TSchema> = {
  readonly [K in keyof Static<S>]: MayBeUndefined<
    Static<S>,
    K,
    Static<S>[K] | Unchanged<DecodedAt<S, K>>
  >;
};

type Unchanged<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;
type DecodedAt<S extends TSchema, K> = K extends keyof StaticDecode<S> ? StaticDecode<S>[K] : never;

/** A field that may be absent may also be undefined, which JSON and addresses leave out. */
type MayBeUndefined<T, K extends keyof T, V> =
  Partial<Pick<T, K>> extends Pick<T, K> ? V | undefined : V;

/** What a caller passes: plain JSON values, readonly. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: MayBeUndefined<T, K, Given<T[K]>> }
    : T;

/** A part of a request, which may be left out if nothing in it is required. */
type Part<Name extends string, T> =
  Partial<T> extends T ? { readonly [N in Name]?: T | undefined } : { readonly [N in Name]: T };

/** The parts that make up the address of an operation. */
export type AskedAddress<E extends Endpoint> = Part<'params', GivenParams<E>> &
  (E extends { readonly query: infer S extends TSchema } ? Part<'query', GivenQuery<S>> : unknown);

/** What a caller has to pass, and may pass. */
export type Asked<E extends Endpoint> = AskedAddress<E> &
  (E extends { readonly body: infer S extends TSchema }
    ? null extends Static<S>
      ? { readonly body?: Given<Static<S>> | undefined }
      : { readonly body: Given<Static<S>> }
    : unknown) &
  (E extends { readonly form: TSchema } ? { readonly body: FormData } : unknown) &
  (E extends { readonly ifMatch: true } ? { readonly ifMatch?: string | undefined } : unknown) &
  (E extends { readonly idempotent: true }
    ? { readonly idempotencyKey?: string | undefined }
    : unknown);

/** The last argument of a call: it may be left out if nothing in it is required. */
export type Last<T> = Partial<T> extends T ? [asked?: T] : [asked: T];

/** For functions that only pass on a caller's arguments. */
export type AnythingAsked = {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
};
