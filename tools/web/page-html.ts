// What the page is given when it is served: the URLs of the three services, and its content security policy.

export type ServiceUrls = {
  readonly auth: string;
  readonly core: string;
  readonly billing: string;
};

/** The place in index.html where the server inserts the URLs of the three services. */
const SERVICES_MARK = '%SERVICES%';

/** index.html with the URLs of the services. */
export function withServices(html: string, { auth, core, billing }: ServiceUrls): string {
  const json = JSON.stringify({ auth, core, billing });
  return html.replace(SERVICES_MARK, json.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
}

/** The page only runs its own script, uses its own style, and calls its own server and the three services. */
export function pagePolicy(urls: ServiceUrls): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${Object.values(urls).map(originOf).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function originOf(url: string): string {
  return new URL(url).origin;
}
