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

/** A form always has all fields, but leaves out unticked boxes. */
export function readPreferences(body: unknown, isJson: boolean): Partial<ResidentPreferences> {
  const { email, wantsPaper } = body as Readonly<Record<string, unknown>>;
  const address = typeof email === 'string' ? email.trim() : '';
  const chosen = { email: address === '' ? null : address };
  if (!isJson) return { ...chosen, wantsPaper: wantsPaper === 'on' };
  return {
    ...(email === undefined ? {} : chosen),
    ...(typeof wantsPaper === 'boolean' ? { wantsPaper } : {}),
  };
}
