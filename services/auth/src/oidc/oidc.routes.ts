// Signing in through the provider: the way there and back, and the user's linked identity. Browsers get redirects, also with the
// code of a refusal; programs that accept JSON get JSON.
import * as api from '@kvartplata/contracts/auth/oidc.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller.ts';
import type { SessionTokens } from '../sessions/sessions.service.ts';
import { clearOidcCookie, findOidcCookie, setOidcCookie } from './oidc-cookie.ts';
import {
  arrive,
  departToLink,
  departToSignIn,
  getIdentity,
  recognize,
  unlinkIdentity,
  type Arrival,
  type OidcDeps,
} from './oidc.service.ts';

type OidcRoutesDeps = OidcDeps & {
  readonly useHttps: boolean;
  /** Of the page. */
  readonly origin: string;
  /** Sets the cookies of a new session. */
  readonly giveSession: (reply: FastifyReply, tokens: SessionTokens) => unknown;
  /** Sets the cookie of a second factor's challenge. */
  readonly giveChallenge: (reply: FastifyReply, token: string) => void;
};

export function oidcRoutes(app: HttpServer, deps: OidcRoutesDeps): void {
  const { provider, useHttps } = deps;

  route(app, api.getOidcProvider, async () => ({
    provider: provider === undefined ? null : { name: provider.name },
  }));

  route(app, api.startOidcSignIn, async (request, reply) =>
    sendingOn(deps, request, reply, async () => {
      const { url, token } = await departToSignIn(deps, callerOf(request), request.query.next);
      setOidcCookie(reply, useHttps, token);
      return url;
    }),
  );

  route(app, api.finishOidcSignIn, async (request, reply) =>
    sendingOn(deps, request, reply, async (reportFailuresAt) => {
      const token = findOidcCookie(request, useHttps);
      const visit = await recognize(deps, token, request.query.state);
      clearOidcCookie(reply, useHttps);
      if (visit.purpose.userId !== null) reportFailuresAt('/security');
      const query = request.url.slice(request.url.indexOf('?') + 1);
      return pageAfter(deps, reply, await arrive(deps, visit, query, callerOf(request)));
    }),
  );

  route(app, api.getOidcIdentity, async (request) => getIdentity(deps, sessionOf(request).userId));

  route(app, api.linkOidcIdentity, async (request, reply) => {
    const { url, token } = await departToLink(deps, askerOf(request), request.body);
    setOidcCookie(reply, useHttps, token);
    return { url };
  });

  route(app, api.unlinkOidcIdentity, async (request) => {
    await unlinkIdentity(deps, askerOf(request));
    return undefined;
  });
}

function askerOf(request: FastifyRequest) {
  return { ...callerOf(request), ...sessionOf(request) };
}

function pageAfter(deps: OidcRoutesDeps, reply: FastifyReply, arrival: Arrival): string {
  if ('linked' in arrival) return addressOfPage(deps, '/security', { linked: 'true' });
  if ('challengeToken' in arrival.began) {
    deps.giveChallenge(reply, arrival.began.challengeToken);
    const next = arrival.next === null ? {} : { next: arrival.next };
    return addressOfPage(deps, '/sign-in', { ...next, code: 'true' });
  }
  deps.giveSession(reply, arrival.began.tokens);
  return addressOfPage(deps, arrival.next ?? '/');
}

/**
 * Redirects the caller; after a failure, to a page with its code.
 * @param work resolves to the address; before that it may say which page should show a failure
 */
async function sendingOn(
  deps: OidcRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (reportFailuresAt: (path: string) => void) => Promise<string>,
): Promise<FastifyReply | { readonly url: string }> {
  const accepted = request.headers.accept ?? '';
  let failuresAt = '/sign-in';
  try {
    const url = await work((path) => {
      failuresAt = path;
    });
    if (!accepted.includes('application/json')) return await reply.redirect(url, 302);
    void reply.code(200);
    return { url };
  } catch (error) {
    const { code, status } = toRefusal(error);
    // Only a browser that is showing pages has a person who can read one.
    if (!accepted.includes('text/html') || status === 500) throw error;
    request.log.info({ err: error, code }, 'a sign-in through the provider was refused');
    return reply.redirect(addressOfPage(deps, failuresAt, { failed: code }), 302);
  }
}

/** Never on another site, whatever the path is. */
function addressOfPage(
  { origin }: OidcRoutesDeps,
  path: string,
  search: Readonly<Record<string, string>> = {},
): string {
  const address = new URL(path, origin);
  if (address.origin !== origin) return origin;
  for (const [name, value] of Object.entries(search)) address.searchParams.set(name, value);
  return address.href;
}
