// The second factor of the user: whether it is on, turning it on with a phone, turning it off.
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactorStatus,
  setUpTwoFactor,
  stepUp,
  type TwoFactorDisabled,
  type TwoFactorEnabled,
  type TwoFactorSecret,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { call } from '../../lib/api.ts';
import { read } from '../../lib/reads.ts';

export const twoFactorStatus = read(getTwoFactorStatus);

/** @param password needed if the last sign-in was a while ago */
export async function beginTwoFactor(password: string): Promise<TwoFactorSecret> {
  return call(setUpTwoFactor, { body: password === '' ? {} : { password } });
}

export async function confirmTwoFactor(code: string): Promise<TwoFactorEnabled> {
  return call(enableTwoFactor, { body: { code: code.replaceAll(/\s/g, '') } });
}

export async function endTwoFactor(password: string, typed: string): Promise<TwoFactorDisabled> {
  return call(disableTwoFactor, { body: { password, ...proofOf(typed) } });
}

/** @param typed six digits of the authenticator, or a recovery code */
export async function proveNow(typed: string): Promise<void> {
  await call(stepUp, { body: proofOf(typed) });
}

function proofOf(typed: string) {
  const text = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(text) ? { code: text } : { recoveryCode: text };
}
