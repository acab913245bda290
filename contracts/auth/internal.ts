// What core and billing ask auth about a session, service to service.
import Type, { type Static } from 'typebox';
import { PlatformRole } from '../access.ts';

export const SessionParams = Type.Object({
  sessionId: Type.String({ minLength: 1, maxLength: 64 }),
});

/** GET /api/internal/sessions/:sessionId; an unknown session is an inactive one. */
export const SessionAnswer = Type.Object({
  active: Type.Boolean(),
  platformRole: PlatformRole,
});
export type SessionAnswer = Static<typeof SessionAnswer>;
