// A provider that responds as the test tells it to, even with nonsense.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { CLIENT } from './real-oidc-provider.ts';

/** The response at one address: JSON, or whatever the test does. */
export type Answer = Readonly<Record<string, unknown>> | ((response: ServerResponse) => void);

export type BrokenProvider = {
  readonly issuer: string;
  /** The response at discovery; undefined for a correct one. */
  discovery: Answer | undefined;
  /** The response to a code. */
  token: Answer;
  /** A token that is valid except for the given claims. */
  readonly idToken: (claims: JWTPayload, signedBy?: 'itself' | 'somebody') => Promise<string>;
  readonly stop: () => Promise<void>;
};

export async function startBrokenProvider(): Promise<BrokenProvider> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }];
  const server = createServer((request, response) => {
    const at = new URL(request.url ?? '/', 'http://provider').pathname;
    if (at === '/jwks') answer(response, { keys });
    else if (at === '/token') answer(response, provider.token);
    else answer(response, provider.discovery ?? metadataOf(provider.issuer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider: BrokenProvider = {
    issuer,
    discovery: undefined,
    token: {},
    idToken: async (claims, signedBy = 'itself') =>
      new SignJWT({ iss: issuer, aud: CLIENT.clientId, sub: 'somebody', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuedAt(claims.iat)
        .setExpirationTime(claims.exp ?? '5 minutes')
        .sign(signedBy === 'itself' ? own.privateKey : other.privateKey),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

export function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function answer(response: ServerResponse, told: Answer): void {
  if (typeof told === 'function') {
    told(response);
    return;
  }
  const { status = 200, ...body } = told;
  response.writeHead(Number(status), { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
