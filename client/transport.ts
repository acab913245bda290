// How requests travel: by the browser, which keeps cookies itself, or by a program, which has a jar for them.

/** Like `fetch`: resolves to the response whatever its status, and rejects if there is none. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** The browser adds its cookies itself. */
export const byBrowser: Transport = async (url, init) =>
  fetch(url, { ...init, credentials: 'include' });

type Kept = { readonly value: string; readonly path: string };
/** Cookies by name; a program keeps them between runs. */
export type CookieJar = Map<string, Kept>;

/**
 * A cookie jar for the three services, which are one site whatever their ports.
 * @param send carries the request
 * @param headers are added to every request, such as the `origin` of a page
 * @param jar the cookies of an earlier run
 */
export function withCookies(
  send: Transport = fetch,
  headers: Readonly<Record<string, string>> = {},
  jar: CookieJar = new Map(),
): Transport {
  return async (url, init) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const { pathname } = new URL(url);
    const cookies = [...jar].filter(([, { path }]) => lies(pathname, path));
    if (cookies.length > 0)
      all.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const answer = await send(url, { ...init, headers: all });
    for (const line of answer.headers.getSetCookie()) keep(jar, line);
    return answer;
  };
}

function keep(jar: CookieJar, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const isOver = attributes.some((one) => /^max-age=(?:0|-\d+)$/i.test(one));
  if (value === '' || isOver) jar.delete(name);
  else {
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    jar.set(name, { value, path });
  }
}

/** Whether an address is at the path of a cookie, or below it. */
function lies(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
