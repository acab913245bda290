// Billing's e-mail: its outbox of receipts, processed as long as the process runs.
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { openMail, type MailDeps, type OpenedMail } from '@kvartplata/platform/mail/mail.ts';
import type { Outbox } from '@kvartplata/platform/mail/outbox.ts';
import type { Db } from '../../tables.ts';
import { upsertClosedAddress } from './closed-addresses.repository.ts';
import { createLetterOutbox, endLetter, type WaitingLetter } from './letter-outbox.repository.ts';
import { createLetterTurns } from './letter-turns.ts';
import { letterWriter, type LetterWriting } from './written-letters.service.ts';

export type LetterMail = LetterWriting &
  Pick<MailDeps<WaitingLetter>, 'config' | 'metrics' | 'log' | 'works'> & {
    /** Limit for all processes together. */
    readonly mostAMinute: number;
  };

export function openLetterMail(deps: LetterMail): OpenedMail {
  return openMail({
    ...deps,
    outbox: closingAddresses(
      deps.db,
      createLetterOutbox(deps.db, deps.mostAMinute, createLetterTurns()),
    ),
    writer: (domain) => letterWriter(deps, domain),
  });
}

/** When the server rejects the address, the letter counts as bounced, and nothing more is sent to the address. */
function closingAddresses(db: Db, outbox: Outbox<WaitingLetter>): Outbox<WaitingLetter> {
  return {
    ...outbox,
    end: async (letter, claim, how) => {
      if (!how.isAddressWrong) return outbox.end(letter, claim, how);
      const { recipient } = letter;
      const { reply, at } = how;
      return inTransaction(db, async (trx) => {
        if (await endLetter(trx, letter, claim, { outcome: 'bounced', reply, at }))
          await upsertClosedAddress(trx, letter, {
            recipient,
            reason: 'bounced',
            closedAt: at,
            reply,
          });
      });
    },
  };
}
