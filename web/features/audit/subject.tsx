// The object of a change, by name: a house by its address, an account by its number, a service by its name.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';

const WORDS = inBoth({ number: (id: string) => `№ ${id}` }, { number: (id) => `no. ${id}` });

/** How the page names objects of which the log only has the id. */
export type Naming = {
  readonly house: (id: number) => ReactNode;
  readonly account: (id: number) => ReactNode;
  readonly service: (houseServiceId: number) => ReactNode;
  readonly user: (id: number) => ReactNode;
  /** A meter of a house. */
  readonly meter: (id: number, houseId: number) => ReactNode;
};

/** Fields that are ids, and of which kind of objects. */
const IDS: Readonly<Record<string, Exclude<keyof Naming, 'meter'>>> = {
  houseId: 'house',
  personalAccountId: 'account',
  houseServiceId: 'service',
  userId: 'user',
};

/** Fields that can serve as a record's name; the first that it has is used. */
const OWN_NAMES = ['name', 'address', 'number', 'serialNumber', 'fileName'];

/** The same for records that repeat the name of what they belong to, or have none of these fields. */
const OF_KIND: Readonly<Record<string, readonly string[]>> = {
  'personal-account': ['accountNumber'],
  'account-service': [],
  invitation: ['email', 'username'],
};

/** The record's own name. */
function ownName(
  objectType: string,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = OF_KIND[objectType] ?? OWN_NAMES;
  return names
    .map((name) => record[name])
    .find((value) => typeof value === 'string' && value !== '') as string | undefined;
}

/** The name of the object that a value refers to; undefined if the value is not an id. */
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
        // The parts of one name are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ', '}
          {part}
        </Fragment>
      ))}
    </>
  );
}
