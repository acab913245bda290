// Security headers of every response: browsers must not guess types, frame our pages, or run scripts that are not ours. They are
// built once, since they are always the same; a page with special needs overrides them.

type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;

const CONTENT_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' https: data:",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' https: 'unsafe-inline'",
];

const ALWAYS: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  // The XSS filter of old browsers could be turned against the page that it should protect.
  'x-xss-protection': '0',
};

/** @param useHttps without HTTPS browsers must not be told to use it */
export function securityHeaders(useHttps: boolean): Headers {
  const policy = [...CONTENT_POLICY, ...(useHttps ? ['upgrade-insecure-requests'] : [])].join(';');
  return {
    ...ALWAYS,
    'content-security-policy': policy,
    ...(useHttps
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
      : {}),
  };
}
