// The letters to an account, and its closed address.
import * as api from '@kvartplata/contracts/billing/account-letters.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readAccountLetters, reopenAddress } from './account-letters.service.ts';

export function accountLettersRoutes(app: HttpServer, { access }: Pick<Deps, 'access'>): void {
  route(app, api.listAccountLetters, async (request) => {
    const { params, query } = request;
    return readAccountLetters(await access.callerOf(request), params.personalAccountId, query);
  });

  route(app, api.reopenAddress, async (request) => {
    const { params, body } = request;
    return reopenAddress(await access.callerOf(request), params.personalAccountId, body.recipient);
  });
}
