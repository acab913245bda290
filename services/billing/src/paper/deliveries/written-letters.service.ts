// Composes an account's letter just before it is sent: the receipt is drawn then and not stored, so that a thousand letters need
// no more memory than one.
import { buffer } from 'node:stream/consumers';
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import { nameInLetter } from '@kvartplata/platform/mail/name-in-letter.ts';
import type { MailWork } from '@kvartplata/platform/mail/mail-worker.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Db } from '../../tables.ts';
import { RECEIPT_PATH } from '../receipt-links/receipt-links.service.ts';
import {
  drawPages,
  readFirstPage,
  requirePrintable,
  type Page,
  type Reader,
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import type { Receipt } from '../receipts/receipt.ts';
import { listClosedAddresses } from './closed-addresses.repository.ts';
import { isSameAddress } from './judge-letter.ts';
import { endLetter, type WaitingLetter } from './letter-outbox.repository.ts';
import { letterText } from './letter-text.ts';
import { accountTokenOf, letterTokenOf } from './mail-token.ts';

export type LetterWriting = Receipts &
  Pick<Reader, 'core'> & {
    /** Sees every organization: the account follows from the letter's row. */
    readonly db: Db;
    readonly keys: KeyRing;
    /** The address at which residents reach this service, without a trailing slash. */
    readonly publicUrl: string;
    /** Where servers send bounces; each letter's own address is derived from it. */
    readonly bounceAddress: string | undefined;
  };

/** The path of the page on which a recipient withdraws consent. */
const UNSUBSCRIBE_PATH = `${RECEIPT_PATH}/mail`;

/** @param domain for the ids of letters: the sender's */
export function letterWriter(
  writing: LetterWriting,
  domain: string,
): MailWork<WaitingLetter>['write'] {
  const { db, keys, publicUrl, bounceAddress } = writing;
  return async (letter, claim) => {
    const page = await readPage(writing, letter);
    const receipt = page?.receipts[0];
    const unsent = await findReason(db, letter, receipt);
    if (page === undefined || receipt === undefined || unsent !== undefined) {
      const outcome = unsent ?? 'no-receipt';
      await endLetter(db, letter, claim, { outcome, reply: null, at: writing.now() });
      return undefined;
    }
    const token = letterTokenOf(keys, letter);
    const leave = `${publicUrl}${UNSUBSCRIBE_PATH}/${accountTokenOf(keys, letter, letter.recipient)}`;
    const { name, email: replyTo } = receipt.contractor;
    return {
      ...letterText(receipt, leave),
      messageId: `<${token}@${domain}>`,
      recipient: letter.recipient,
      writtenAt: letter.createdAt,
      senderName: nameInLetter(name),
      ...(replyTo === null ? {} : { replyTo }),
      ...(bounceAddress === undefined ? {} : { bouncesTo: bouncesTo(bounceAddress, token) }),
      headers: {
        'List-Unsubscribe': `<${leave}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [await attachmentOf(letter, page)],
    };
  };
}

/** Why the letter is not sent after all: since it was written, its address may have been withdrawn, changed or closed. */
async function findReason(
  db: Db,
  letter: WaitingLetter,
  receipt: Receipt | undefined,
): Promise<LetterOutcome | undefined> {
  if (receipt === undefined) return 'no-receipt';
  const { email } = receipt.account;
  if (email === null || !isSameAddress(email, letter.recipient)) return 'unsubscribed';
  const [closed] = await listClosedAddresses(db, letter, [letter.personalAccountId]);
  const hasBounced = closed?.reason === 'bounced' && isSameAddress(closed.recipient, email);
  return hasBounced ? 'address-bounced' : undefined;
}

async function readPage(writing: LetterWriting, letter: WaitingLetter): Promise<Page | undefined> {
  const { db, core } = writing;
  const period = Temporal.PlainYearMonth.from(letter.period.slice(0, 7));
  try {
    await requirePrintable(db, period);
    const requestId = `letter-${letter.deliveryId}-${letter.position}`;
    return await readFirstPage(writing, { db, core, requestId }, letter, period);
  } catch (error) {
    if (error instanceof Refusal && GONE.includes(error.code)) return undefined;
    throw error;
  }
}

/** Errors that mean the account, or the month's charges, no longer exist. */
const GONE: readonly string[] = ['not-found', 'month-archived'];

async function attachmentOf({ createdAt, accountNumber, period }: WaitingLetter, page: Page) {
  const month = Temporal.PlainYearMonth.from(period.slice(0, 7));
  const one = (async function* () {
    yield page;
  })();
  // Dated on the day on which it was written, so that a retry draws the same file.
  const pages = await drawPages({ now: () => createdAt }, one, month);
  const name = fileNameOf('kvitanciya', formatBillingMonth(month), accountNumber);
  return { name: `${name}.pdf`, mediaType: PDF, content: await buffer(pages) };
}

/** `bounces@example.org` and a token become `bounces+token@example.org`. */
function bouncesTo(address: string, token: string): string {
  return address.replace('@', `+${token}@`);
}
