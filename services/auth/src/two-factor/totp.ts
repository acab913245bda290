// Time-based one-time passwords (RFC 6238): SHA-1, 6 digits, 30 seconds, as every authenticator supports.
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Kvartplata';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Clocks differ, and typing takes a while. */
const STEPS_AROUND = 1;

export function newTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/** As a person types it into an authenticator. */
export function base32Of(secret: Uint8Array): string {
  return secretOf(secret).base32;
}

/** The content of the QR code; the authenticator lists it under our name and the user's. */
export function otpauthUriOf(secret: Uint8Array, username: string): string {
  return totpOf(secret, username).toString();
}

/** The step, counted from 1970, to which this code belongs, if it is the current one or next to it. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: STEPS_AROUND });
  if (delta === null) return undefined;
  return TOTP.counter({ timestamp, period: PERIOD_SECONDS }) + delta;
}

function totpOf(secret: Uint8Array, label?: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    ...(label === undefined ? {} : { label }),
    secret: secretOf(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

function secretOf(secret: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}
