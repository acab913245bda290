// Sent e-mails, for admins: whether letters go out at all, and the mail server's replies.
import type { MailMessage, MailMessages } from '@kvartplata/contracts/auth/mail-messages.ts';
import { DEFAULT_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Mail } from '@kvartplata/platform/mail/mail.ts';
import type { Db } from '../tables.ts';
import { listMessages, type MailMessageRow } from './mail-messages.repository.ts';

/** @throws Refusal validation-failed for a cursor of another list */
export async function findMessages(
  db: Db,
  { isOn }: Mail,
  { limit = DEFAULT_PAGE_LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<MailMessages> {
  const [beforeId] = decodeCursor(cursor, ['id']) ?? [];
  const rows = await listMessages(db, { beforeId, limit: limit + 1 });
  return { ...pageOf(rows, limit, ({ id }) => [id], answerOf), isOn };
}

function answerOf(row: MailMessageRow): MailMessage {
  const { createdAt, nextAttemptAt, endedAt, ...told } = row;
  return {
    ...told,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: endedAt === null ? nextAttemptAt.toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
