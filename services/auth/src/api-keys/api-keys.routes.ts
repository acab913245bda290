// Keys of programs: listing, making and withdrawing them, and lookups by core and billing.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/auth/api-keys.ts';
import { getApiKeyState } from '@kvartplata/contracts/auth/internal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { Session } from '@kvartplata/platform/identity/session.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../tables.ts';
import {
  findGoodApiKey,
  getKey,
  listKeys,
  makeKey,
  withdrawKey,
  type ApiKeysDeps,
  type Keeper,
} from './api-keys.service.ts';

type Clock = { readonly now: () => Date };

export function apiKeysRoutes(app: HttpServer, deps: ApiKeysDeps & Clock): void {
  const keeperOf = (request: FastifyRequest): Keeper & Session => ({
    ...sessionOf(request),
    requestId: request.id,
    now: deps.now(),
  });
  route(app, api.listApiKeys, async (request) => listKeys(deps, keeperOf(request), request.query));
  route(app, api.createApiKey, async (request, reply) => {
    const made = await makeKey(deps, keeperOf(request), request.body);
    void reply.header('location', addressOf(api.getApiKey, { params: { apiKeyId: made.id } }));
    return made;
  });
  route(app, api.getApiKey, async (request) =>
    getKey(deps, keeperOf(request), request.params.apiKeyId),
  );
  route(app, api.withdrawApiKey, async (request) => {
    await withdrawKey(deps, keeperOf(request), request.params.apiKeyId);
    return undefined;
  });
}

/** Lookups by core and billing. */
export function internalApiKeysRoutes(
  app: HttpServer,
  { db, now }: { readonly db: Db } & Clock,
): void {
  route(app, getApiKeyState, async ({ params: { hash } }) => ({
    apiKey: (await findGoodApiKey(db, Buffer.from(hash, 'hex'), now())) ?? null,
  }));
}
