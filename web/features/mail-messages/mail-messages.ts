// Sent e-mails, for admins of the platform.
import { listMailMessages } from '@kvartplata/contracts/auth/mail-messages.ts';
import { readPages } from '../../lib/reads.ts';

export const mailMessages = readPages(listMailMessages);
