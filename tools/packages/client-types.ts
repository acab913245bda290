// The types of the packed client; the text becomes its index.d.ts. Unlike the project's own types they need no library: an
// operation carries its own.
import type { ProblemCode } from '@kvartplata/contracts/problem.ts';

export type ServiceName = 'auth' | 'core' | 'billing';

declare const types: unique symbol;

/** One operation of a service: its input and, by status, its responses. */
export type Operation<Input, Answers> = {
  readonly id: string;
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who may call it. */
  readonly access: string;
  /** Repeated with the same key it happens only once. */
  readonly idempotent?: true;
  readonly [types]?: { readonly input: Input; readonly answers: Answers };
};

/** Like `fetch`: it resolves with any response, and rejects without one. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

export type ClientOptions = {
  /** The URL of each service that is called. */
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  /** By default `byBrowser`; a program that signs in with a password uses `withCookies()`. */
  readonly transport?: Transport;
  /** An API key (`kp_…`) or an access token instead of cookies. */
  readonly bearer?: string | undefined;
  /** How long a call keeps retrying what may be retried, by default 10 s; 0 tries once. */
  readonly patienceMs?: number;
  /** Called when the session is over and cannot be refreshed: once it resolves, waiting requests are sent again. */
  readonly onSessionOver?: (refusal: RequestFailure) => Promise<void>;
};

type Options = { readonly signal?: AbortSignal | undefined };
/** The last argument of a call: it may be omitted when nothing is required. */
type Asked<Input> = object extends Input ? [asked?: Input & Options] : [asked: Input & Options];

/** A response with its status and headers. */
export type Whole<Answers> = {
  [Status in keyof Answers]: {
    readonly status: Status;
    readonly answer: Answers[Status];
    readonly headers: Headers;
    /** The version of the record. */
    readonly etag: string | undefined;
  };
}[keyof Answers];

export type Client = {
  /** The body of a successful response. @throws RequestFailure */
  readonly call: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Answers[keyof Answers]>;
  /** The same with status and headers. @throws RequestFailure */
  readonly callWhole: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Whole<Answers>>;
  /** For a file, or a stream of events: a response whose body is still to be read. @throws RequestFailure */
  readonly callFile: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Response>;
};

export declare function createClient(options: ClientOptions): Client;

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** All items of a long list; its pages are requested as needed. @throws RequestFailure */
export declare function itemsOf<Input, Item>(
  client: Pick<Client, 'call'>,
  listing: Operation<Input, { readonly 200: Page<Item> }>,
  ...asked: Asked<Input>
): AsyncGenerator<Item, void, undefined>;

/** The browser adds its cookies. */
export declare const byBrowser: Transport;
/** Cookies by name: a program may store them until its next run. */
export type CookieJar = Map<string, { readonly value: string; readonly path: string }>;

/** A transport with a cookie jar for the three services. @param headers are added to every request */
export declare function withCookies(
  send?: Transport,
  headers?: Readonly<Record<string, string>>,
  jar?: CookieJar,
): Transport;

/** A new idempotency key: a write repeated with the same key happens only once. */
export declare function newKey(): string;

/** A service's refusal (RFC 9457). */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code: string;
  readonly requestId?: string;
  /** The invalid fields. */
  readonly errors?: readonly {
    /** JSON pointer, such as `/month`. */
    readonly path: string;
    readonly message: string;
    readonly code?: string;
    readonly params?: Readonly<Record<string, string | number>>;
  }[];
  readonly months?: readonly string[];
};

/** The code of a refusal; `unreachable` when there was no response, `given-up` when the caller stopped waiting for it. */
export type FailureCode = ProblemCode | 'unreachable' | 'given-up';

/** A request that failed. */
export declare class RequestFailure extends Error {
  readonly code: FailureCode;
  /** 0 without a response. */
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Seconds to wait, if the service said so. */
  readonly retryAfter: number | undefined;
}

/** Whether an error is a refusal with this code. */
export declare function isRefused(error: unknown, code: FailureCode): boolean;
