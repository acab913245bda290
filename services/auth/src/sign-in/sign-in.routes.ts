// POST /api/auth/login and, where two-factor sign-in is on, POST /api/auth/2fa/verify-login.
import { nameKey } from '@kvartplata/contracts/auth/name-key.ts';
import {
  ChallengeAnswer,
  Credentials,
  LogInAnswer,
  SignedIn,
} from '@kvartplata/contracts/auth/sign-in.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
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
  /** Puts a started session into the cookies of the answer. */
  readonly giveSession: (
    reply: FastifyReply,
    tokens: SessionTokens,
  ) => Pick<SignedIn, 'csrfToken' | 'accessTokenExpiresAt'>;
};

export function signInRoutes(app: HttpServer, deps: SignInRoutesDeps): void {
  app.post(
    '/api/auth/login',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sign-in'],
        summary: 'Sign in with username and password, or get a challenge for the second factor',
        security: [],
        body: Credentials,
        response: { 200: LogInAnswer, ...refusals(400, 401, 403, 413, 415, 429, 503) },
      },
    },
    async (request, reply) => {
      try {
        return await answerLogIn(deps, request.body, callerOf(request), reply);
      } catch (error) {
        // Not waited for: the answer would else take longer for a name that somebody has.
        if (error instanceof Refusal && error.code === 'wrong-credentials')
          void recordFailedSignIn(deps.db, nameKey(request.body.username), request.id).catch(
            (err: unknown) => request.log.error({ err }, 'a failed sign-in was not recorded'),
          );
        throw error;
      }
    },
  );

  app.post(
    '/api/auth/2fa/verify-login',
    {
      config: { access: 'public' },
      schema: {
        tags: ['sign-in'],
        summary: 'Answer the challenge of a login with a code or a recovery code',
        security: [],
        body: ChallengeAnswer,
        response: { 200: SignedIn, ...refusals(400, 401, 403, 413, 415, 429, 503) },
      },
    },
    async (request, reply) => answerVerifyLogIn(deps, request, request.body, reply),
  );
}

async function answerLogIn(
  deps: SignInRoutesDeps,
  credentials: Credentials,
  caller: Caller,
  reply: FastifyReply,
): Promise<LogInAnswer> {
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
  { challengeToken, ...proof }: ChallengeAnswer,
  reply: FastifyReply,
): Promise<SignedIn> {
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
): SignedIn {
  return { twoFactorRequired: false, user, ...giveSession(reply, tokens) };
}
