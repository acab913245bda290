// What the page is told when it is served: where the three services are, and what it may do.

export type ServiceUrls = {
  readonly auth: string;
  readonly core: string;
  readonly billing: string;
};

/** Stands in index.html where the server writes the addresses of the three services. */
const SERVICES_MARK = '%SERVICES%';

/** index.html with the addresses that the page asks. */
export function withServices(html: string, { auth, core, billing }: ServiceUrls): string {
  const json = JSON.stringify({ auth, core, billing });
  return html.replace(SERVICES_MARK, json.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
}

/** The page runs its own script, draws its own style and asks its own server and the three services: nothing else. */
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
