// The e-mail of billing: its outbox of receipts, worked off while the process runs.
import { openMail, type MailDeps, type OpenedMail } from '@kvartplata/platform/mail/mail.ts';
import { createLetterOutbox, type WaitingLetter } from './letter-outbox.repository.ts';
import { letterWriter, type LetterWriting } from './written-letters.service.ts';

export type LetterMail = LetterWriting &
  Pick<MailDeps<WaitingLetter>, 'config' | 'metrics' | 'log' | 'works'> & {
    /** Letters that all processes together hand over. */
    readonly mostAMinute: number;
  };

export function openLetterMail(deps: LetterMail): OpenedMail {
  return openMail({
    ...deps,
    outbox: createLetterOutbox(deps.db, deps.mostAMinute),
    writer: (domain) => letterWriter(deps, domain),
  });
}
