// The meters whose verification ends soon, as a list and as a table, on which the letters to their owners are based.
import {
  WITHIN_DAYS,
  type EndingVerification,
  type LetterFacts,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { daysBetween, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { writeTable } from '@kvartplata/platform/table-files/write-table.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';
import type { Readable } from 'node:stream';
import type { Caller } from '../../access/access.service.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import { searchPatterns } from '../../registry/search-patterns.ts';
import type { Db } from '../../tables.ts';
import * as repository from './ending-verifications.repository.ts';
import type { EndingFilter } from './ending-verifications.repository.ts';

type Asked = {
  readonly within?: number | undefined;
  readonly houseId?: number | undefined;
  readonly search?: string | undefined;
};

type Paged = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

const ROWS_AT_ONCE = 500;

/** @throws Refusal not-found, validation-failed */
export async function listEnding(
  caller: Caller,
  organizationId: number,
  query: Asked & Paged,
  today: Temporal.PlainDate,
): Promise<PageOf<EndingVerification>> {
  await requireOwn(caller, organizationId, query);
  return pageOfEnding(caller.db, organizationId, query, today);
}

/**
 * The same for billing, which creates the letters.
 * @throws Refusal not-found, validation-failed
 */
export async function listLetterFacts(
  db: Db,
  organizationId: number,
  query: Asked & Paged,
  today: Temporal.PlainDate,
): Promise<LetterFacts> {
  const sender = await repository.findSender(db, organizationId);
  if (sender === undefined) throw notFound('The organization');
  const { items, nextCursor } = await pageOfEnding(db, organizationId, query, today);
  return { sender, items: [...items], nextCursor };
}

async function pageOfEnding(
  db: Db,
  organizationId: number,
  query: Asked & Paged,
  today: Temporal.PlainDate,
): Promise<PageOf<EndingVerification>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['day', 'id']);
  const filter = { ...filterOf(organizationId, query, today), after, limit: limit + 1 };
  const rows = await repository.listEnding(db, filter);
  return pageOf(
    rows,
    limit,
    (row) => [row.verifiedUntil, row.meterId],
    (row) => ({ ...row, daysLeft: daysBetween(today, parseDay(row.verifiedUntil)) }),
  );
}

/**
 * Audited, because names and addresses are exported.
 * @throws Refusal not-found
 */
export async function exportEnding(
  caller: Caller,
  organizationId: number,
  query: Asked & { readonly format: TableFormat },
  today: Temporal.PlainDate,
): Promise<Readable> {
  await requireOwn(caller, organizationId, query);
  await recordChange(caller.db, caller.actor, {
    action: 'organization.ending-verifications-exported',
    object: { type: 'organization', id: organizationId },
    organizationId,
    after: { within: query.within ?? WITHIN_DAYS, houseId: query.houseId },
  });
  return writeTable(query.format, {
    rows: tableOf(caller.db, filterOf(organizationId, query, today)),
    sheetName: 'Поверка истекает',
    widths: [18, 16, 50, 12, 30, 28, 20],
  });
}

const TITLES = [
  'Поверен до',
  'Лицевой счёт',
  'Адрес',
  'Помещение',
  'Плательщик',
  'Услуга',
  'Прибор',
];

async function* tableOf(
  db: Db,
  filter: Omit<EndingFilter, 'after' | 'limit'>,
): AsyncGenerator<readonly Cell[]> {
  yield TITLES;
  let after: EndingFilter['after'];
  for (;;) {
    const rows = await repository.listEnding(db, { ...filter, after, limit: ROWS_AT_ONCE });
    for (const {
      address,
      roomNumber,
      serviceName,
      serialNumber,
      verifiedUntil,
      accounts,
    } of rows) {
      const none = { accountNumber: '', payer: '' };
      for (const { accountNumber, payer } of accounts.length === 0 ? [none] : accounts)
        yield [
          { day: verifiedUntil },
          accountNumber,
          address,
          roomNumber ?? '',
          payer,
          serviceName,
          serialNumber,
        ];
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = [last.verifiedUntil, last.meterId];
  }
}

/** @throws Refusal not-found */
async function requireOwn(
  caller: Caller,
  organizationId: number,
  { houseId }: Asked,
): Promise<void> {
  caller.requireRole(organizationId);
  if (houseId === undefined) return;
  const house = await getHousePlace(caller, houseId);
  if (house.organizationId !== organizationId) throw notFound('The house');
}

function filterOf(
  organizationId: number,
  { within = WITHIN_DAYS, houseId, search = '' }: Asked,
  today: Temporal.PlainDate,
): Omit<EndingFilter, 'after' | 'limit'> {
  return {
    organizationId,
    houseId,
    patterns: searchPatterns(search),
    today: formatDay(today),
    last: formatDay(today.add({ days: within })),
  };
}
