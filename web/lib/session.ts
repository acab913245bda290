// The session that all requests of the page share: its CSRF token, one refresh for all that wait, and the sign-in that
// is asked for when it is over, while the page and all that was typed stay as they are.
import type { CsrfToken, Refreshed } from '@kvartplata/contracts/auth/sessions.ts';
import { failureOf, RequestFailure } from './problem.ts';
import { SERVICES } from './services.ts';

/** Resolves once the user has signed in again. */
export type SignInAgain = () => Promise<void>;

let csrfToken: Promise<string> | undefined;
let renewing: Promise<void> | undefined;
let signInAgain: SignInAgain | undefined;

/** The token that every change carries; asked for once, unless the one at hand was refused. */
export async function getCsrfToken(): Promise<string> {
  csrfToken ??= askCsrfToken();
  return csrfToken;
}

/** Of an answer that brought one, or undefined: the next change asks for another. */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token === undefined ? undefined : Promise.resolve(token);
}

/** Who asks the user to sign in again; undefined while nobody is signed in. */
export function whenSessionEnds(ask: SignInAgain | undefined): void {
  signInAgain = ask;
}

/** Makes the session good again: by a refresh, else by the user. All that wait for it share one try. */
export async function renewSession(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renew(): Promise<void> {
  try {
    await refresh();
  } catch (error) {
    const isOver = error instanceof RequestFailure && [401, 403].includes(error.status);
    if (!isOver || signInAgain === undefined) throw error;
    await signInAgain();
  }
}

async function refresh(): Promise<void> {
  keepCsrfToken(undefined);
  const answer = await send('/api/auth/refresh', {
    method: 'POST',
    headers: { 'x-csrf-token': await getCsrfToken() },
  });
  keepCsrfToken(((await answer.json()) as Refreshed).csrfToken);
}

async function askCsrfToken(): Promise<string> {
  try {
    const answer = await send('/api/auth/csrf-token', {});
    return ((await answer.json()) as CsrfToken).csrfToken;
  } catch (error) {
    csrfToken = undefined;
    throw error;
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(SERVICES.auth + path, { ...init, credentials: 'include' });
  } catch {
    throw new RequestFailure('unreachable', 0);
  }
  if (!answer.ok) throw await failureOf(answer);
  return answer;
}
