// E-mail of a service: its outbox is worked off while it runs. Without a mail server it is off, and /ready says so.
import { createCounter, createGauges, type Metrics } from '../http/metrics.ts';
import { DependencyFault, type Dependency } from '../http/operations.routes.ts';
import { createFolderSender } from './folder-sender.ts';
import { domainOf } from './mail-address.ts';
import type { MailConfig } from './mail-variables.ts';
import { startMailLoop, type MailWork } from './mail-worker.ts';
import type { Outbox, Waiting } from './outbox.ts';
import type { Attempt, Sender } from './sender.ts';
import { createSmtpSender } from './smtp-sender.ts';

export type Mail = {
  /** False: nothing in the outbox would ever be sent. */
  readonly isOn: boolean;
  /** Sends new messages at once. */
  readonly nudge: () => void;
};

export type OpenedMail = Mail & {
  readonly dependency: Dependency;
  readonly close: () => Promise<void>;
};

export type MailDeps<Message extends Waiting> = {
  readonly config: MailConfig;
  readonly outbox: Outbox<Message>;
  /** @param domain the sender's, for message ids */
  readonly writer: (domain: string) => MailWork<Message>['write'];
  /** Runs at the beginning of each round; it may add messages. */
  readonly prepare?: (now: Date) => Promise<void>;
  readonly now: () => Date;
  readonly metrics: Metrics;
  readonly log: { readonly warn: (facts: object, line: string) => void };
  /** False: this process only writes messages and sends none. */
  readonly works?: boolean;
};

const DEFAULT_FROM = 'Квартплата <kvartplata@localhost>';

export function openMail<Message extends Waiting>(deps: MailDeps<Message>): OpenedMail {
  const { config, outbox, log, now, works = true } = deps;
  const from = config.mailFrom ?? DEFAULT_FROM;
  const sender = senderOf(config, from);
  if (sender === undefined) return MAIL_IS_OFF;
  const attempts = createCounter(
    deps.metrics,
    'mail_attempts_total',
    'Attempts to hand a message to the mail server, by what came of it',
    ['result'],
  );
  measureOutbox(deps.metrics, outbox, now);
  if (!works) return { ...MAIL_IS_OFF, isOn: true, dependency: mailDependency(() => undefined) };
  let last: Attempt | undefined;
  const loop = startMailLoop(
    {
      outbox,
      sender,
      write: deps.writer(domainOf(from)),
      prepare: deps.prepare ?? (async () => {}),
      now,
      onAttempt: (attempt) => {
        attempts.inc({ result: attempt.result });
        if (!attempt.isServerThere && last?.isServerThere !== false)
          log.warn({}, 'the mail server does not take messages: they wait');
        last = attempt;
      },
    },
    // Only the message: the error object may contain the letter.
    (error) =>
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the outbox could not be worked off',
      ),
  );
  return {
    isOn: true,
    nudge: loop.nudge,
    close: loop.stop,
    dependency: mailDependency(() => last),
  };
}

function mailDependency(last: () => Attempt | undefined): Dependency {
  return {
    name: 'mail',
    whenAway: 'degraded',
    probe: async () => {
      if (last()?.isServerThere === false)
        throw new DependencyFault('degraded', 'the mail server did not take the last message');
    },
  };
}

export const MAIL_IS_OFF: OpenedMail = {
  isOn: false,
  nudge: () => {},
  close: async () => {},
  dependency: {
    name: 'mail',
    whenAway: 'degraded',
    probe: async () => {
      throw new DependencyFault('off', 'no e-mail is sent: SMTP_URL is not set');
    },
  },
};

function senderOf({ smtpUrl: url, mailDirectory }: MailConfig, from: string): Sender | undefined {
  if (url !== undefined) return createSmtpSender({ url, from });
  return mailDirectory === undefined ? undefined : createFolderSender(mailDirectory, from);
}

function measureOutbox(
  metrics: Metrics,
  { countWaiting }: Pick<Outbox<never>, 'countWaiting'>,
  now: () => Date,
): void {
  createGauges(
    metrics,
    'mail_outbox',
    'Messages that wait for a mail server, and the seconds that the oldest has waited',
    ['figure'],
    async () => {
      const { waiting, oldestSeconds } = await countWaiting(now());
      return [
        { labels: { figure: 'waiting' }, value: waiting },
        { labels: { figure: 'oldest-seconds' }, value: oldestSeconds },
      ];
    },
  );
}
