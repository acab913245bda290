// A resident's preferences for receipts, sent by the page's form or by a program.
import type { ResidentPreferences } from '@kvartplata/contracts/core/residents-door.ts';
import Type from 'typebox';

/** As JSON: fields that are missing stay unchanged. */
export const SentPreferences = Type.Object(
  {
    email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    wantsPaper: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * A form always has all fields, but leaves out unticked boxes.
 * @returns undefined without a body, or for a form without the e-mail: the page sends none, and it would remove the address
 */
export function readPreferences(
  body: unknown,
  isJson: boolean,
): Partial<ResidentPreferences> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { email, wantsPaper } = body as Readonly<Record<string, unknown>>;
  const address = typeof email === 'string' ? email.trim() : '';
  const chosen = { email: address === '' ? null : address };
  if (!isJson)
    return typeof email === 'string' ? { ...chosen, wantsPaper: wantsPaper === 'on' } : undefined;
  return {
    ...(email === undefined ? {} : chosen),
    ...(typeof wantsPaper === 'boolean' ? { wantsPaper } : {}),
  };
}
