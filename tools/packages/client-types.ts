// The types of the packed client, as text: its index.d.ts. Unlike those of the project they lean on no library: an operation carries its own.
import type { ProblemCode } from '@kvartplata/contracts/problem.ts';

export type ServiceName = 'auth' | 'core' | 'billing';

declare const types: unique symbol;

/** One operation of a service: what it takes and, by status, what it answers. */
export type Operation<Input, Answers> = {
  readonly id: string;
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who may ask it. */
  readonly access: string;
  /** Sent again under the same key it happens once. */
  readonly idempotent?: true;
  readonly [types]?: { readonly input: Input; readonly answers: Answers };
};

/** As `fetch`: it resolves to whatever was answered, and rejects without an answer. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

export type ClientOptions = {
  /** Where each service that is asked can be reached. */
  readonly urls: Readonly<Partial<Record<ServiceName, string>>>;
  /** `byBrowser` unless given; a program that signs in with a password takes `withCookies()`. */
  readonly transport?: Transport;
  /** An API key (`kp_…`) or an access token in place of cookies. */
  readonly bearer?: string | undefined;
  /** How long a call goes on trying what may be tried again, 10 s unless given; 0 tries once. */
  readonly patienceMs?: number;
  /** Asked when the session is over and cannot be refreshed: once it resolves, what waited is sent again. */
  readonly onSessionOver?: (refusal: RequestFailure) => Promise<void>;
};

type Options = { readonly signal?: AbortSignal | undefined };
/** The last argument of a call: it may be left out when nothing has to be said. */
type Asked<Input> = object extends Input ? [asked?: Input & Options] : [asked: Input & Options];

/** An answer with its status and headers. */
export type Whole<Answers> = {
  [Status in keyof Answers]: {
    readonly status: Status;
    readonly answer: Answers[Status];
    readonly headers: Headers;
    /** Of the version of the record. */
    readonly etag: string | undefined;
  };
}[keyof Answers];

export type Client = {
  /** The body of a successful answer. @throws RequestFailure */
  readonly call: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Answers[keyof Answers]>;
  /** The same with status and headers. @throws RequestFailure */
  readonly callWhole: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Whole<Answers>>;
  /** For a file, or a stream of events: an answer whose body is still to be read. @throws RequestFailure */
  readonly callFile: <Input, Answers>(
    operation: Operation<Input, Answers>,
    ...asked: Asked<Input>
  ) => Promise<Response>;
};

export declare function createClient(options: ClientOptions): Client;

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** Every item of a long list, page after page as they are needed. @throws RequestFailure */
export declare function itemsOf<Input, Item>(
  client: Pick<Client, 'call'>,
  listing: Operation<Input, { readonly 200: Page<Item> }>,
  ...asked: Asked<Input>
): AsyncGenerator<Item, void, undefined>;

/** The browser adds the cookies that it keeps. */
export declare const byBrowser: Transport;
/** Cookies by their names: a program that runs again keeps them. */
export type CookieJar = Map<string, { readonly value: string; readonly path: string }>;

/** A jar for the cookies of the three services. @param headers go with every request */
export declare function withCookies(
  send?: Transport,
  headers?: Readonly<Record<string, string>>,
  jar?: CookieJar,
): Transport;

/** A name for a write: sent again under the same one it happens once. */
export declare function newKey(): string;

/** What a service says when it refuses (RFC 9457). */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code: string;
  readonly requestId?: string;
  /** The fields that are wrong. */
  readonly errors?: readonly {
    /** JSON pointer, as `/month`. */
    readonly path: string;
    readonly message: string;
    readonly code?: string;
    readonly params?: Readonly<Record<string, string | number>>;
  }[];
  readonly months?: readonly string[];
};

/** A service's refusal; `unreachable` when there was no answer, `given-up` when who asked stopped waiting for it. */
export type FailureCode = ProblemCode | 'unreachable' | 'given-up';

/** A request that did not do what was asked. */
export declare class RequestFailure extends Error {
  readonly code: FailureCode;
  /** 0 without an answer. */
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Seconds to wait, where the service said so. */
  readonly retryAfter: number | undefined;
}

/** Whether an error is the refusal with this code. */
export declare function isRefused(error: unknown, code: FailureCode): boolean;
