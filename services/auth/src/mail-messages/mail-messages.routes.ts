// The route that lists the sent e-mails.
import { listMailMessages } from '@kvartplata/contracts/auth/mail-messages.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { Db } from '../tables.ts';
import { findMessages } from './mail-messages.service.ts';

type MessagesDeps = { readonly db: Db; readonly mail: Mail };

export function mailMessagesRoutes(app: HttpServer, { db, mail }: MessagesDeps): void {
  route(app, listMailMessages, async ({ query }) => findMessages(db, mail, query));
}
