// Sends letters to a mail server, one per connection. It uses the library so that after every failed attempt it is certain
// whether the content can have arrived.
import { Readable } from 'node:stream';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import type {
  SMTPConnectionAuth,
  SMTPConnectionOptions,
  SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import { isAddressWrong } from './address-wrong.ts';
import { addressIn } from './mail-address.ts';
import { mimeOf } from './mime.ts';
import type { Attempt, Letter, Sender } from './sender.ts';

export type SmtpServer = {
  /** `smtp://user:password@host:587`, or `smtps://` for implicit TLS. */
  readonly url: string;
  readonly from: string;
  /** How long the server may be silent. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
/** How long a stopping process waits for the reply to a content that was sent; without it nobody knows what came of it. */
const LAST_WAIT_MS = 5_000;
/** Not about the message: the server does not accept our credentials. */
const WRONG_SIGN_IN = new Set([530, 534, 535, 538]);
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

type SmtpError = Error & { readonly responseCode?: number; readonly command?: string };

export function createSmtpSender({ url, from, timeoutMs = TIMEOUT_MS }: SmtpServer): Sender {
  const { options, auth } = readUrl(new URL(url), timeoutMs);
  return {
    send: async (letter, beforeContent, stopping) => {
      // Loaded with the first letter: the start of a service does not wait for it.
      const { default: Connection } = await import('nodemailer/lib/smtp-connection');
      const content = await mimeOf(letter, from);
      stopping?.throwIfAborted();
      const connection = new Connection(options);
      const progress: Progress = { isHandingOver: false, isHandedOver: false, ownFault: undefined };
      const forget = closeWhenStopping(connection, progress, stopping);
      try {
        await connect(connection);
        if (auth !== undefined) await logIn(connection, auth);
        const body = contentAfter(content, async () => handOver(progress, beforeContent));
        const { response } = await sendOn(
          connection,
          letter,
          letter.bouncesTo ?? addressIn(from),
          body,
        );
        connection.quit();
        return { result: 'accepted', reply: response, isServerThere: true };
      } catch (error) {
        // Before anything else is sent on it: an interrupted content must not be completed.
        connection.close();
        if (progress.ownFault !== undefined) throw progress.ownFault;
        if (!progress.isHandingOver) stopping?.throwIfAborted();
        return attemptOf(error as SmtpError, progress.isHandedOver);
      } finally {
        forget();
      }
    },
  };
}

type Progress = {
  /** From here on the content may be sent. */
  isHandingOver: boolean;
  isHandedOver: boolean;
  ownFault: unknown;
};

async function handOver(progress: Progress, beforeContent: () => Promise<void>): Promise<void> {
  progress.isHandingOver = true;
  try {
    await beforeContent();
  } catch (error) {
    progress.ownFault = error;
    throw error;
  }
  progress.isHandedOver = true;
}

/** @returns stops listening to the signal */
function closeWhenStopping(
  connection: SmtpConnection,
  progress: Readonly<Progress>,
  stopping: AbortSignal | undefined,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    if (progress.isHandingOver) timer = setTimeout(() => connection.close(), LAST_WAIT_MS);
    else connection.close();
  };
  stopping?.addEventListener('abort', close);
  return () => {
    stopping?.removeEventListener('abort', close);
    clearTimeout(timer);
  };
}

function attemptOf(error: SmtpError, isHandedOver: boolean): Attempt {
  const { message: reply, responseCode = 0, command = '' } = error;
  const isOfMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command) && responseCode > 0;
  if (!isOfMessage)
    return { result: isHandedOver ? 'no-answer' : 'not-accepted', reply, isServerThere: false };
  const isWrongSignIn = WRONG_SIGN_IN.has(responseCode);
  const isForGood = responseCode >= 500 && !isWrongSignIn;
  return {
    result: isForGood ? 'refused' : 'not-accepted',
    reply,
    isServerThere: !isWrongSignIn,
    ...(isForGood && command === 'RCPT TO' ? { isAddressWrong: isAddressWrong(reply) } : {}),
  };
}

/** The content as a stream of which nothing is read until the server is ready for it. */
function contentAfter(content: Buffer, before: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      await before();
      yield content;
    })(),
  );
}

async function connect(connection: SmtpConnection): Promise<void> {
  const { promise, resolve, reject } = whileOpen<void>(connection);
  connection.connect((error) =>
    error === undefined || error === null ? resolve() : reject(error),
  );
  return promise;
}

async function logIn(connection: SmtpConnection, auth: SMTPConnectionAuth): Promise<void> {
  const { promise, resolve, reject } = whileOpen<void>(connection);
  connection.login(auth, (error) => (error === null ? resolve() : reject(error)));
  return promise;
}

async function sendOn(
  connection: SmtpConnection,
  { recipient }: Letter,
  sender: string,
  body: Readable,
): Promise<SMTPConnectionSendInfo> {
  const { promise, resolve, reject } = whileOpen<SMTPConnectionSendInfo>(connection);
  connection.send({ from: sender, to: [recipient] }, body, (error, info) =>
    info === undefined ? reject(error ?? new Error('The mail server said nothing')) : resolve(info),
  );
  return promise;
}

/** For a step that the library reports only if the server replies: a lost connection is an event, and no callback comes. */
function whileOpen<T>(connection: SmtpConnection): PromiseWithResolvers<T> {
  const step = Promise.withResolvers<T>();
  connection.on('error', step.reject);
  connection.on('end', () => step.reject(new Error('The mail server has closed the connection')));
  return step;
}

function readUrl(
  url: URL,
  timeoutMs: number,
): { readonly options: SMTPConnectionOptions; readonly auth: SMTPConnectionAuth | undefined } {
  const secure = url.protocol === 'smtps:';
  const auth =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return {
    auth,
    options: {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      // The password is sent unencrypted only to this machine.
      requireTLS: !secure && auth !== undefined && !LOCAL_HOSTS.has(url.hostname),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
    },
  };
}
