// A real mail server on this machine: it accepts what it is sent, or misbehaves as a test tells it to.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & {
  /** The recipients that the server was given. */
  readonly recipients: readonly string[];
  /** The address for reports. */
  readonly envelopeSender: string;
};

export type Behaviour = {
  /** Refuses recipients with this code and text. */
  readonly refuseRecipient?: readonly [code: number, words: string];
  /** Refuses only this recipient. */
  readonly refusedAddress?: string;
  /** Never replies to a recipient. */
  readonly hangsAtRecipient?: boolean;
  /** Refuses the content after receiving it. */
  readonly refuseContent?: readonly [code: number, words: string];
  /** Called with each content before the reply; a promise that never resolves is a reply that never comes. */
  readonly beforeAnswer?: (mail: ReceivedMail) => Promise<void>;
};

export type MailServer = {
  readonly url: string;
  /** In the order in which their contents arrived, confirmed or not. */
  readonly received: readonly ReceivedMail[];
  /** The recipients that it was given, with or without a content. */
  readonly askedFor: readonly string[];
  readonly behave: (how: Behaviour) => void;
  readonly stop: () => Promise<void>;
};

/** @param port of a stopped server that is to come back */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const askedFor: string[] = [];
  let how: Behaviour = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      askedFor.push(address);
      const isRefused = how.refusedAddress === undefined || how.refusedAddress === address;
      if (how.hangsAtRecipient !== true) done(isRefused ? refusal(how.refuseRecipient) : null);
    },
    onData: (stream, session, done) => {
      const hear = async (): Promise<void> => {
        try {
          const email = await PostalMime.parse(await text(stream));
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const { mailFrom } = session.envelope;
          const envelopeSender = mailFrom === false ? '' : mailFrom.address;
          const mail = { ...email, recipients, envelopeSender };
          received.push(mail);
          await how.beforeAnswer?.(mail);
          done(refusal(how.refuseContent));
        } catch (error) {
          done(error as Error);
        }
      };
      void hear();
    },
  });
  // Some tests are about clients that disconnect in the middle.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    received,
    askedFor,
    behave: (next) => {
      how = next;
    },
    stop: async () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(how: readonly [code: number, words: string] | undefined): Error | null {
  if (how === undefined) return null;
  const [responseCode, words] = how;
  return Object.assign(new Error(words), { responseCode });
}
