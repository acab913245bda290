// The configuration of the billing-service (specification 1.2).
import { readFileSync } from 'node:fs';
import { optional, readConfig, required } from '@kvartplata/platform/config/config.ts';
import { readVerifierKey } from '@kvartplata/platform/proof/signed-note.ts';
import { boolean, integer, mailbox, serviceUrl } from '@kvartplata/platform/config/readers.ts';
import { mailVariables, requireSender } from '@kvartplata/platform/mail/mail-variables.ts';
import { serviceVariables } from '@kvartplata/platform/config/service-variables.ts';
import type { Witness } from './books/seals/witnesses.service.ts';

export type BillingConfig = ReturnType<typeof readBillingConfig>;

/** The address at which residents reach this service, without a trailing slash. */
export function publicUrlOf({ publicUrl, httpPort }: BillingConfig): string {
  return publicUrl ?? `http://localhost:${httpPort}`;
}

/** @throws ConfigurationError listing every missing or wrong variable */
export function readBillingConfig(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(
    {
      ...serviceVariables(8003, environment['APP_ENV']),
      ...mailVariables(),
      // Where mail servers send bounces: `+` and the letter's name are inserted before the `@`.
      mailBounces: optional('MAIL_BOUNCES', plainAddress, undefined),
      // For all processes together; a mail server defers whatever exceeds its own limit.
      mailPerMinute: optional('MAIL_PER_MINUTE', integer(1, 10_000), 120),
      authServiceUrl: required('AUTH_SERVICE_URL', serviceUrl),
      coreServiceUrl: required('CORE_SERVICE_URL', serviceUrl),
      // Where residents open the pages of their receipts; defaults to this service's own port.
      publicUrl: optional('PUBLIC_URL', serviceUrl, undefined),
      // Signs the heads of the log of seals: 32 bytes in base64. Derived from JWT_SECRET by default.
      checkpointKey: optional('CHECKPOINT_KEY', seed, undefined),
      checkpointKeyFile: optional('CHECKPOINT_KEY_FILE', seedIn, undefined),
      // Verifier keys that signed earlier heads.
      checkpointPastKeys: optional('CHECKPOINT_PAST_KEYS', verifierKeys, []),
      // The log's name, by which verifiers know it; it must never change.
      checkpointOrigin: optional('CHECKPOINT_ORIGIN', noteName, 'kvartplata/seals'),
      checkpointWitnesses: optional('CHECKPOINT_WITNESSES', witnesses, []),
      // The version stated in messages to ГИС ЖКХ; each edition of the schema fixes its own.
      gisZhkhVersion: optional('GIS_ZHKH_VERSION', messageVersion, '11.2.0.16'),
      // The same for messages about readings and payments.
      gisZhkhFactsVersion: optional('GIS_ZHKH_FACTS_VERSION', messageVersion, '10.0.1.1'),
      // For development and tests: allows webhooks to private addresses and over plain HTTP.
      webhookAllowPrivate: optional('WEBHOOK_ALLOW_PRIVATE', boolean, false),
      keyRateUrl: optional('CBR_URL', keyRateUrl, `https://www.cbr.ru${KEY_RATE_PATH}`),
    },
    environment,
  );
  return requireSender(config);
}

function plainAddress(value: string): string {
  const address = mailbox(value);
  if (address.includes('<')) throw new Error('must be an address such as bounces@example.org');
  return address;
}

function messageVersion(value: string): string {
  if (!/^\d{1,4}(\.\d{1,4}){1,4}$/.test(value))
    throw new Error('must be numbers with points between');
  return value;
}

const KEY_RATE_PATH = '/DailyInfoWebServ/DailyInfo.asmx';

const SEED_BYTES = 32;

function seed(value: string): Buffer {
  const bytes = Buffer.from(value.trim(), 'base64');
  if (bytes.length !== SEED_BYTES)
    throw new Error(`must be ${SEED_BYTES} bytes in base64, such as of "openssl rand -base64 32"`);
  return bytes;
}

function seedIn(file: string): Buffer {
  let value: string;
  try {
    value = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`must be a file that can be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return seed(value);
}

function noteName(value: string): string {
  if (!/^[^\s+]{1,200}$/.test(value))
    throw new Error('must be a name without blanks and plus signs');
  return value;
}

/** Comma-separated. */
function verifierKeys(value: string): readonly string[] {
  return value.split(',').map((entry) => {
    const key = entry.trim();
    readVerifierKey(key);
    return key;
  });
}

/** Comma-separated; each is an address, a space and a verifier key. */
function witnesses(value: string): readonly Witness[] {
  return value.split(',').map((entry) => {
    const [url = '', key = '', ...rest] = entry.trim().split(/\s+/);
    try {
      if (rest.length > 0) throw new Error('it has more than an address and a key');
      return { url: serviceUrl(url), key: readVerifierKey(key) };
    } catch (error) {
      throw new Error(
        `must be addresses and verifier keys such as "https://witness.example name+id+key", with commas between: ${(error as Error).message}`,
        { cause: error },
      );
    }
  });
}

/** The address of the Bank of Russia's service, with its usual path unless another is given; undefined for `off`. */
function keyRateUrl(value: string): string | undefined {
  if (value === 'off') return undefined;
  const url = serviceUrl(value);
  return new URL(url).pathname === '/' ? url + KEY_RATE_PATH : url;
}
