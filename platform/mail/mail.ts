// E-mail of a service: its outbox is worked off while it runs. Without a mail server it is off, and /ready says so.
import type { Executor } from '../database/executor.ts';
import { createCounter, createGauges, type Metrics } from '../http/metrics.ts';
import { DependencyFault, type Dependency } from '../http/operations.routes.ts';
import { createFolderSender } from './folder-sender.ts';
import type { Templates } from './mail-message.ts';
import type { MailConfig } from './mail-variables.ts';
import { startMailLoop } from './mail-worker.ts';
import { countWaitingMessages } from './outbox.repository.ts';
import type { Attempt, Sender } from './sender.ts';
import { createSmtpSender } from './smtp-sender.ts';

export type Mail = {
  /** False: nothing written into the outbox would ever be sent. */
  readonly isOn: boolean;
  /** Sends what has just been written at once. */
  readonly nudge: () => void;
};

export type OpenedMail = Mail & {
  readonly dependency: Dependency;
  readonly close: () => Promise<void>;
};

export type MailDeps = {
  readonly service: string;
  readonly config: MailConfig;
  readonly db: Executor;
  readonly templates: Templates;
  readonly prepare: (now: Date) => Promise<void>;
  readonly now: () => Date;
  readonly metrics: Metrics;
  readonly log: { readonly warn: (facts: object, line: string) => void };
};

const DEFAULT_FROM = 'Квартплата <kvartplata@localhost>';

export function openMail(deps: MailDeps): OpenedMail {
  const { config, db, log, now } = deps;
  const from = config.mailFrom ?? DEFAULT_FROM;
  const sender = senderOf(config, from);
  if (sender === undefined) return MAIL_IS_OFF;
  const attempts = createCounter(
    deps.metrics,
    'mail_attempts_total',
    'Attempts to hand a message to the mail server, by what came of it',
    ['result'],
  );
  tellOutbox(deps.metrics, db, now);
  let last: Attempt | undefined;
  const loop = startMailLoop(
    {
      ...deps,
      sender,
      domain: /@([^@<>\s]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost',
      onAttempt: (attempt) => {
        attempts.inc({ result: attempt.result });
        if (!attempt.isServerThere && last?.isServerThere !== false)
          log.warn({}, 'the mail server does not take messages: they wait');
        last = attempt;
      },
    },
    // Words alone: an error may hold the message.
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
    dependency: {
      name: 'mail',
      whenAway: 'degraded',
      probe: async () => {
        if (last?.isServerThere === false)
          throw new DependencyFault('degraded', 'the mail server did not take the last message');
      },
    },
  };
}

const MAIL_IS_OFF: OpenedMail = {
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

function tellOutbox(metrics: Metrics, db: Executor, now: () => Date): void {
  createGauges(
    metrics,
    'mail_outbox',
    'Messages that wait for a mail server, and the seconds that the oldest has waited',
    ['figure'],
    async () => {
      const { waiting, oldestSeconds } = await countWaitingMessages(db, now());
      return [
        { labels: { figure: 'waiting' }, value: waiting },
        { labels: { figure: 'oldest-seconds' }, value: oldestSeconds },
      ];
    },
  );
}
