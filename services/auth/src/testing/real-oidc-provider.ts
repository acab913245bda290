// A real OpenID Connect provider on its own port, which lets in anybody who names an account.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { withCookies } from '@kvartplata/client/transport.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT = { clientId: 'kvartplata', clientSecret: 'a word between the two' };

export type RealProvider = {
  readonly issuer: string;
  /** Does what a browser does there for the owner of an account; resolves to the address that it is sent back to. */
  readonly visit: (address: string, login: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

const SCOPES = 'openid email profile';

/** @param port if the other side already knows its address */
export async function startRealProvider(redirectUri: string, port?: number): Promise<RealProvider> {
  return startOn(port ?? (await freePort()), redirectUri);
}

async function startOn(port: number, redirectUri: string): Promise<RealProvider> {
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, await configurationFor(redirectUri));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) void answer(request, response);
    else void interact(provider, request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    visit: async (address, login) => visit(issuer, address, login),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function configurationFor(redirectUri: string): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['cookies of a test'] },
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    // With the scope's claims in the ID token, as the big providers do it.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@provider.example` }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Every user consents.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  };
}

/** Fills in the provider's own sign-in form. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><title>The provider</title><form method="post"><label>Account <input name="login"></label><button>Go on</button></form>',
    );
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('login') ?? '';
  await provider.interactionFinished(request, response, { login: { accountId } });
}

async function visit(issuer: string, address: string, login: string): Promise<string> {
  const send = withCookies();
  const goOn = async (url: string, init: RequestInit = {}): Promise<string> => {
    const answer = await send(url, { ...init, redirect: 'manual' });
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${url} answered ${answer.status} ${await answer.text()}`);
    return new URL(location, issuer).href;
  };
  const form = await goOn(address);
  const resumed = await goOn(form, { method: 'POST', body: new URLSearchParams({ login }) });
  return goOn(resumed);
}
