// The OpenID Connect provider: where to send a browser, and who has returned from there. The protocol is openid-client's.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  type IDToken,
} from 'openid-client';
import { boundedFetch } from './bounded-fetch.ts';
import type { OidcSecrets } from './oidc-token.ts';

export type OidcProvider = {
  readonly issuer: string;
  /** As on the button of the page. */
  readonly name: string;
  /** Where the browser proves whose it is. @throws Refusal dependency-unavailable */
  readonly addressFor: (secrets: OidcSecrets) => Promise<string>;
  /**
   * Who has returned.
   * @param query with which the provider has sent the browser back, unchanged
   * @throws Refusal oidc-refused, dependency-unavailable
   */
  readonly identify: (query: string, secrets: OidcSecrets) => Promise<Identity>;
};

export type Identity = {
  readonly subject: string;
  /** A name that the person recognizes. */
  readonly label: string;
};

export type OidcSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The callback's address, as registered with the provider. */
  readonly redirectUri: string;
  readonly name: string | undefined;
  /** The timeout of each request to the provider. */
  readonly answerSeconds?: number;
};

const ANSWER_SECONDS = 5;
/** The provider's keys and addresses change, but rarely. */
const KEPT_MS = 3_600_000;
const CLOCKS_DIFFER_SECONDS = 30;
/** As defined by the standard. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const MAX_LABEL_LENGTH = 255;
/** Codes of a response that came but proves nothing. Any other error is one of the request. */
const UNPROVEN = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_USERINFO_EXPECTED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);
/** What the provider reports as a fault of its own. */
const FOR_A_MOMENT = ['server_error', 'temporarily_unavailable'];

export function createOidcProvider(settings: OidcSettings): OidcProvider {
  const { issuer, redirectUri } = settings;
  const discover = remembering(async () => discoverProvider(settings));
  return {
    issuer,
    name: settings.name ?? new URL(issuer).hostname,
    addressFor: async ({ state, nonce, codeVerifier }) => {
      const configuration = await discover();
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    },
    identify: async (query, { state, nonce, codeVerifier }) => {
      const configuration = await discover();
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${query}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        },
      ).catch((error: unknown) => {
        throw refusalOf(error);
      });
      const claims = tokens.claims();
      if (claims === undefined || !SUBJECT.test(claims.sub)) throw new Refusal('oidc-refused');
      return { subject: claims.sub, label: labelOf(claims) };
    },
  };
}

async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
  answerSeconds = ANSWER_SECONDS,
}: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer);
  return discovery(
    url,
    clientId,
    { [clockTolerance]: CLOCKS_DIFFER_SECONDS },
    secretAs(clientSecret),
    {
      // The signature too, although the token comes straight from the provider.
      execute: [
        enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
      [customFetch]: boundedFetch as CustomFetch,
      timeout: answerSeconds,
    },
  ).catch((error: unknown) => {
    throw away(error);
  });
}

/** In the header, which every provider has to accept unless it says otherwise. */
function secretAs(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const chosen = methods.includes('client_secret_basic') ? basic : post;
    chosen(server, client, body, headers);
  };
}

/** Requested once for all who wait; a failure is not cached. */
function remembering<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { readonly answer: Promise<T>; readonly until: number } | undefined;
  return async () => {
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const asked = { answer: ask(), until: performance.now() + KEPT_MS };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof AuthorizationResponseError && !FOR_A_MOMENT.includes(error.error))
    return new Refusal('oidc-refused', undefined, { cause: error });
  // Only this error is about the code; the others mean that the settings are wrong.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return new Refusal('oidc-refused', undefined, { cause: error });
  if (error instanceof ClientError && UNPROVEN.has(error.code ?? ''))
    return new Refusal('oidc-refused', undefined, { cause: error });
  return away(error);
}

function away(cause: unknown): Refusal {
  return new Refusal('dependency-unavailable', 'The provider cannot be asked now', { cause });
}

function labelOf({ email, name, preferred_username: username, sub }: IDToken): string {
  const said = [email, username, name].filter((one) => typeof one === 'string');
  const line = (said.find((one) => one.trim() !== '') ?? sub).replaceAll(/\p{C}/gu, '').trim();
  return Array.from(line).slice(0, MAX_LABEL_LENGTH).join('') || sub;
}
