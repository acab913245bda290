// Signing in: the password and, if two-factor sign-in is on, the code.
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import * as api from '@kvartplata/contracts/auth/sign-in.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../caller.ts';
import type { SessionTokens } from '../sessions/sessions.service.ts';
import {
  clearChallengeCookie,
  findChallengeCookie,
  setChallengeCookie,
} from './challenge-cookie.ts';
import { CHALLENGE_SECONDS } from './challenge-token.ts';
import { recordFailedSignIn } from './failed-sign-ins.repository.ts';
import { logIn, verifyLogIn, type SignIn, type SignInDeps } from './sign-in.service.ts';

type SignInRoutesDeps = SignInDeps & {
  readonly useHttps: boolean;
  /** Sets the cookies of a new session. */
  readonly giveSession: (
    reply: FastifyReply,
    tokens: SessionTokens,
  ) => Pick<api.SignedIn, 'csrfToken' | 'accessTokenExpiresAt'>;
};

export function signInRoutes(app: HttpServer, deps: SignInRoutesDeps): void {
  route(app, api.startSession, async (request, reply) => {
    try {
      return await answerLogIn(deps, request.body, callerOf(request), reply);
    } catch (error) {
      // Not awaited: otherwise the response would take longer for an existing name.
      if (error instanceof Refusal && error.code === 'wrong-credentials')
        void recordFailedSignIn(deps.db, nameKey(request.body.username), request.id).catch(
          (err: unknown) => request.log.error({ err }, 'a failed sign-in was not recorded'),
        );
      throw error;
    }
  });

  route(app, api.answerChallenge, async (request, reply) =>
    answerVerifyLogIn(deps, request, request.body, reply),
  );
}

async function answerLogIn(
  deps: SignInRoutesDeps,
  credentials: api.Credentials,
  caller: Caller,
  reply: FastifyReply,
): Promise<api.LogInAnswer> {
  const result = await logIn(deps, credentials, caller);
  if ('tokens' in result) return answerSignIn(deps, result, reply);
  const { challengeToken } = result;
  setChallengeCookie(reply, deps.useHttps, challengeToken);
  return {
    twoFactorRequired: true,
    challengeToken,
    expiresIn: CHALLENGE_SECONDS,
    methods: ['totp', 'recovery-code'],
  };
}

async function answerVerifyLogIn(
  deps: SignInRoutesDeps,
  request: FastifyRequest,
  { challengeToken, ...proof }: api.ChallengeAnswer,
  reply: FastifyReply,
): Promise<api.SignedIn> {
  const token = challengeToken ?? findChallengeCookie(request, deps.useHttps);
  if (token === undefined) throw new Refusal('challenge-over');
  const signIn = await verifyLogIn(deps, token, proof, callerOf(request));
  clearChallengeCookie(reply, deps.useHttps);
  return answerSignIn(deps, signIn, reply);
}

function answerSignIn(
  { giveSession }: SignInRoutesDeps,
  { user, tokens }: SignIn,
  reply: FastifyReply,
): api.SignedIn {
  return { twoFactorRequired: false, user, ...giveSession(reply, tokens) };
}
