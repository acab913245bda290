// What a change was of, by its name: a house by its address, an account by its number, a service by what it is called.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';

const WORDS = inBoth({ number: (id: string) => `№ ${id}` }, { number: (id) => `no. ${id}` });

/** How the page names what the log knows by its id alone. */
export type Naming = {
  readonly house: (id: number) => ReactNode;
  readonly account: (id: number) => ReactNode;
  readonly service: (houseServiceId: number) => ReactNode;
  readonly user: (id: number) => ReactNode;
  /** Of a house. */
  readonly meter: (id: number, houseId: number) => ReactNode;
};

/** Which fields are ids of what. */
const IDS: Readonly<Record<string, Exclude<keyof Naming, 'meter'>>> = {
  houseId: 'house',
  personalAccountId: 'account',
  houseServiceId: 'service',
  userId: 'user',
};

/** Fields by which a record is called, the first of them that it has. */
const OWN_NAMES = ['name', 'address', 'number', 'serialNumber', 'fileName'];

/** Those of records that also repeat the name of what they belong to, or have none of these. */
const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  'personal-account': ['accountNumber'],
  'account-service': [],
  invitation: ['email', 'username'],
};

/** What a record is called by itself. */
function ownName(
  objectType: string,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = OF_KIND[objectType] ?? OWN_NAMES;
  return names
    .map((name) => record[name])
    .find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/** A value by the name of what it is the id of; undefined where it is none. */
export function named(field: string, value: unknown, naming: Naming): ReactNode {
  const kind = IDS[field];
  return kind !== undefined && typeof value === 'number' ? naming[kind](value) : undefined;
}

export function Subject({
  entry: { objectType, objectId, before, after },
  naming,
}: {
  readonly entry: Pick<AuditEntry, 'objectType' | 'objectId' | 'before' | 'after'>;
  readonly naming: Naming;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const record: Readonly<Record<string, unknown>> = { ...before, ...after };
  const own = ownName(objectType, record);
  const { period } = record;
  const parts: readonly ReactNode[] = [
    objectType === 'house' && own === undefined ? naming.house(Number(objectId)) : undefined,
    objectType === 'personal-account' && own === undefined
      ? naming.account(Number(objectId))
      : undefined,
    own,
    typeof record['meterId'] === 'number' && typeof record['houseId'] === 'number'
      ? naming.meter(record['meterId'], record['houseId'])
      : undefined,
    named('houseServiceId', record['houseServiceId'], naming),
    named('personalAccountId', record['personalAccountId'], naming),
    objectType === 'house' ? undefined : named('houseId', record['houseId'], naming),
    typeof period === 'string' && /^\d{4}-\d{2}/.test(period)
      ? showMonth(period.slice(0, 7), language)
      : undefined,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return <>{/^\d+$/.test(objectId) ? t.number(objectId) : ''}</>;
  return (
    <>
      {parts.map((part, index) => (
        // The parts of one name never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ', '}
          {part}
        </Fragment>
      ))}
    </>
  );
}
