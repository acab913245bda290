// A forgotten password: a link by e-mail, and a new password by the link.
import { requestPasswordReset, resetPassword } from '@kvartplata/contracts/auth/password-resets.ts';
import { call } from '../../lib/api.ts';
import type { Language } from '../../lib/words.ts';

/** @param language of the letter, which is that of the page */
export async function askForLink(email: string, language: Language): Promise<void> {
  await call(requestPasswordReset, { body: { email, language } });
}

export async function setPassword(token: string, password: string): Promise<void> {
  await call(resetPassword, { body: { token, password } });
}
