// The route by which core requests a letter when somebody is invited by e-mail.
import { writeInvitationLetter } from '@kvartplata/contracts/auth/internal.ts';
import { DONE } from '@kvartplata/contracts/auth/own-sessions.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { writeLetter, type LettersDeps } from './invitation-letters.service.ts';

export function invitationLettersRoutes(app: HttpServer, deps: LettersDeps): void {
  route(app, writeInvitationLetter, async ({ params, body }) => {
    await writeLetter(deps, params.letterId, body);
    return DONE;
  });
}
