// What the cookies are called.

/** With HTTPS they have the prefix that browsers protect. */
export function cookieName(
  name: 'access_token' | 'refresh_token' | 'csrf' | 'two_factor' | 'oidc',
  useHttps: boolean,
): string {
  return useHttps ? `__Secure-${name}` : name;
}
