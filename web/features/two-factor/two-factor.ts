// The second factor of the user: whether it is on, turning it on with a phone, turning it off.
import type {
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorSecret,
  TwoFactorStatus,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const twoFactorStatus = queryOptions({
  queryKey: ['two-factor'],
  queryFn: async ({ signal }) => ask<TwoFactorStatus>('auth', '/api/auth/2fa/status', { signal }),
});

/** @param password asked for when the last sign-in was a while ago */
export async function beginTwoFactor(password: string): Promise<TwoFactorSecret> {
  const body = password === '' ? {} : { password };
  return ask<TwoFactorSecret>('auth', '/api/auth/2fa/setup', { method: 'POST', body });
}

export async function confirmTwoFactor(code: string): Promise<TwoFactorEnabled> {
  const body = { code: code.replaceAll(/\s/g, '') };
  return ask<TwoFactorEnabled>('auth', '/api/auth/2fa/verify-setup', { method: 'POST', body });
}

export async function endTwoFactor(password: string, typed: string): Promise<TwoFactorDisabled> {
  const text = typed.replaceAll(/\s/g, '');
  const proof = /^\d{6}$/.test(text) ? { code: text } : { recoveryCode: text };
  return ask<TwoFactorDisabled>('auth', '/api/auth/2fa/disable', {
    method: 'POST',
    body: { password, ...proof },
  });
}
