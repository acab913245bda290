// The cookie oidc, of a browser that is at the provider. Lax, because the browser returns from another site.
import { OIDC_COOKIE_PATH } from '@kvartplata/contracts/auth/oidc.ts';
import { cookieName } from '@kvartplata/platform/identity/cookie-name.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OIDC_SECONDS } from './oidc-token.ts';

export function setOidcCookie(reply: FastifyReply, useHttps: boolean, token: string): void {
  void reply.setCookie(cookieName('oidc', useHttps), token, {
    ...oidcCookie(useHttps),
    maxAge: OIDC_SECONDS,
  });
}

export function findOidcCookie(request: FastifyRequest, useHttps: boolean): string | undefined {
  return request.cookies[cookieName('oidc', useHttps)];
}

export function clearOidcCookie(reply: FastifyReply, useHttps: boolean): void {
  void reply.clearCookie(cookieName('oidc', useHttps), oidcCookie(useHttps));
}

function oidcCookie(useHttps: boolean) {
  return { path: OIDC_COOKIE_PATH, httpOnly: true, sameSite: 'lax', secure: useHttps } as const;
}
