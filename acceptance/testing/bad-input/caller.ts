// The caller: a user with the necessary rights, so that a request is only refused for its own faults.
import { getCsrfToken } from '@kvartplata/contracts/auth/sessions.ts';
import { sendOnce } from '@kvartplata/platform/testing/answered.ts';
import { cookiesOf, signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Operation } from '../operations.ts';
import type { ThreeServices } from '../three-services.ts';
import type { TwoCompanies } from '../two-companies.ts';
import type { GoodHeaders } from './send.ts';

export type Caller = {
  readonly headersFor: (operation: Operation) => Promise<GoodHeaders>;
  /** The request may have ended sessions, or changed the user: there is another caller from now on. */
  readonly forget: () => void;
};

/** Well within the ten minutes of an access token. */
const SIGNED_IN_MS = 120_000;

export function callerOf(services: ThreeServices, companies: TwoCompanies): Caller {
  const { auth } = services.urls;
  const { admin, owner } = companies.people;
  let kept = new Map<string, { readonly authorization: Promise<string>; readonly atMs: number }>();
  let newcomers = 0;

  async function once(name: string, open: () => Promise<string>): Promise<GoodHeaders> {
    const known = kept.get(name);
    if (known !== undefined && performance.now() - known.atMs < SIGNED_IN_MS)
      return { authorization: await known.authorization };
    const authorization = open();
    kept.set(name, { authorization, atMs: performance.now() });
    return { authorization: await authorization };
  }

  /** In auth a request may change its own user, so each round has a new one. */
  async function newcomer(): Promise<string> {
    newcomers += 1;
    return (await signUp(services, `caller-${newcomers}`)).authorization;
  }

  return {
    headersFor: async ({ access, service }) => {
      if (access === 'public') return {};
      if (access === 'csrf') return csrfHeaders(auth);
      if (access === 'service')
        return { authorization: await companies.serviceAuthorization(service) };
      if (service === 'auth' && access === 'user') return once('newcomer', newcomer);
      const { username } = access === 'admin' ? admin : owner;
      return once(username, async () => signIn(auth, username));
    },
    forget: () => {
      kept = new Map();
    },
  };
}

async function csrfHeaders(authUrl: string): Promise<GoodHeaders> {
  const { body, headers } = await sendOnce(fetch, authUrl, undefined, getCsrfToken);
  return { 'x-csrf-token': body.csrfToken, cookie: cookiesOf(headers) };
}
