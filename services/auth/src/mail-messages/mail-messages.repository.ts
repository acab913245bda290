// The SQL of reading the outbox.
import type { MailOutcome } from '@kvartplata/contracts/auth/mail-messages.ts';
import type { MailLanguage } from '@kvartplata/contracts/mail.ts';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

export type MailMessageRow = {
  readonly id: number;
  readonly template: string;
  readonly recipient: string;
  readonly language: MailLanguage;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly outcome: MailOutcome | null;
  readonly endedAt: Date | null;
  readonly reply: string | null;
};

/** Newest first. */
export async function listMessages(
  db: Db,
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly MailMessageRow[]> {
  const { rows } = await sql<MailMessageRow>`
    select id, template, recipient, language, created_at, attempts, next_attempt_at, outcome, ended_at, reply
    from mail_messages
    where ${beforeId === undefined ? sql`true` : sql`id < ${beforeId}`}
    order by id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
