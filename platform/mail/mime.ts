// Writes a letter in the format that mail servers exchange (RFC 5322).
import { addressIn } from './mail-address.ts';
import type { Letter } from './sender.ts';

/** @param from `Name <address>`, or an address alone */
export async function mimeOf(letter: Letter, from: string): Promise<Buffer> {
  const { senderName, replyTo, headers, attachments = [] } = letter;
  // Loaded with the first letter: the start of a service does not wait for it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: senderName === undefined ? from : { name: senderName, address: addressIn(from) },
    ...(replyTo === undefined ? {} : { replyTo }),
    to: letter.recipient,
    subject: letter.subject,
    text: letter.text,
    messageId: letter.messageId,
    date: letter.writtenAt,
    // Tells mail systems not to answer automatically, for example with an absence notice (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
    // Texts from callers are never taken for files or URLs to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
