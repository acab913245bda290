// How a resident wants receipts, as the page's form or a program sends it.
import type { ResidentPreferences } from '@kvartplata/contracts/core/residents-door.ts';
import Type from 'typebox';

/** As JSON: what is not named stays as it is. */
export const SentPreferences = Type.Object(
  {
    email: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    wantsPaper: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A form names everything: a box that is not ticked it leaves out. */
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
