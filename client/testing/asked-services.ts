// Services that respond as a test needs, and record the requests.
import type { Transport } from '../transport.ts';

export type SeenRequest = {
  /** `POST /api/auth/login` */
  readonly what: string;
  readonly headers: Headers;
  readonly body: string;
};

type Lines = Readonly<Record<string, string>>;

/** @returns a transport, and the requests it carried, in order */
export function askedServices(answer: (request: SeenRequest, count: number) => Response): {
  readonly transport: Transport;
  readonly seen: readonly SeenRequest[];
} {
  const seen: SeenRequest[] = [];
  return {
    seen,
    transport: async (url, { method, headers, body }) => {
      const { pathname, search } = new URL(url);
      const request = {
        what: `${method} ${pathname}${search}`,
        headers: new Headers(headers),
        body: typeof body === 'string' ? body : '',
      };
      seen.push(request);
      return answer(request, seen.length);
    },
  };
}

export function json(status: number, value: unknown, headers: Lines = {}): Response {
  return Response.json(value, { status, headers });
}

export function refused(status: number, code: string, headers: Lines = {}): Response {
  return json(status, { type: 'about:blank', title: code, status, code }, headers);
}
