// The cookie two_factor: the challenge of a sign-in, sent to the routes of two-factor sign-in alone.
import { CHALLENGE_COOKIE_PATH } from '@kvartplata/contracts/auth/sign-in.ts';
import { cookieName } from '@kvartplata/platform/identity/cookie-name.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHALLENGE_SECONDS } from './challenge-token.ts';

export function setChallengeCookie(reply: FastifyReply, useHttps: boolean, token: string): void {
  void reply.setCookie(cookieName('two_factor', useHttps), token, {
    ...challengeCookie(useHttps),
    maxAge: CHALLENGE_SECONDS,
  });
}

export function findChallengeCookie(
  request: FastifyRequest,
  useHttps: boolean,
): string | undefined {
  return request.cookies[cookieName('two_factor', useHttps)];
}

export function clearChallengeCookie(reply: FastifyReply, useHttps: boolean): void {
  void reply.clearCookie(cookieName('two_factor', useHttps), challengeCookie(useHttps));
}

function challengeCookie(useHttps: boolean) {
  return {
    path: CHALLENGE_COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: useHttps,
  } as const;
}
