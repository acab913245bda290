// Debt requests: recorded as they arrive; the answer is that there is no debt unless a court has confirmed one.
import type {
  DebtAnswer,
  DebtRequest,
  DebtRequestBody,
  DebtRequestStatus,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { compareDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { movedRestDaysKnownTo } from '@kvartplata/domain/calendar/working-days.ts';
import { answerDueOn } from '@kvartplata/domain/receipts/gis-deadlines.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { violates } from '@kvartplata/platform/database/database-errors.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, Refusal, tooEarly } from '@kvartplata/platform/http/refusal.ts';
import type { Once } from '@kvartplata/platform/idempotency/once.ts';
import type { Caller } from '../../access/access.service.ts';
import { accountsFound } from '../../access/accounts-found.ts';
import { requireAccount, requireHouse } from '../../access/places.ts';
import * as repository from './debt-requests.repository.ts';
import type { DebtRequestRow } from './debt-requests.repository.ts';
import { readProposals } from './proposed-answers.service.ts';

/** The same limit as in the table: no request is older. */
const FIRST_RECEIVED = Temporal.PlainDate.from('2016-01-01');

type Asker = {
  readonly caller: Caller;
  readonly once: Once;
  readonly today: Temporal.PlainDate;
};

/** @throws Refusal validation-failed, not-found, forbidden, debt-request-exists, idempotency-key-in-use, idempotency-key-reused */
export async function createDebtRequest(
  { caller, once, today }: Asker,
  { personalAccountId, number, requestedBy, receivedOn }: DebtRequestBody,
): Promise<DebtRequest> {
  const account = await requireAccount(caller, personalAccountId);
  assertReceived(receivedOn, today);
  const { organizationId, houseId, accountNumber } = account;
  return existingRefused(async () =>
    inTransaction(caller.db, async (trx) =>
      once(trx, organizationId, async () => {
        const row = await repository.insertRequest(trx, {
          organizationId,
          houseId,
          personalAccountId,
          accountNumber,
          number,
          requestedBy,
          receivedOn: formatDay(receivedOn),
          answer: null,
          courtAct: null,
          confirmedAmount: null,
          answeredBy: null,
          answeredAt: null,
          createdBy: caller.userId,
        });
        await recordChange(trx, caller.actor, {
          action: 'debt-request.created',
          object: { type: 'debt-request', id: row.id },
          organizationId,
          after: toRequest(row),
        });
        const proposalOf = await readProposals(trx, [organizationId], [personalAccountId]);
        return { ...toRequest(row), proposal: proposalOf(personalAccountId) };
      }),
    ),
  );
}

/** @throws Refusal validation-failed for a future day, or one before 2016 */
function assertReceived(receivedOn: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (compareDays(receivedOn, today) > 0)
    throw invalidField('/receivedOn', 'must not be after today', { code: 'after-today' });
  if (compareDays(receivedOn, FIRST_RECEIVED) < 0)
    throw tooEarly('/receivedOn', formatDay(FIRST_RECEIVED));
}

async function existingRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'debt_requests_number_once'))
      throw new Refusal('debt-request-exists', undefined, { cause: error });
    throw error;
  }
}

/** @throws Refusal validation-failed, not-found */
export async function listDebtRequestsFor(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly houseId?: number | undefined;
    readonly status?: DebtRequestStatus | undefined;
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<DebtRequest>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId] = decodeCursor(query.cursor, ['id']) ?? [];
  if (query.houseId !== undefined) await requireHouse(caller, query.houseId);
  const rows = await repository.listRequests(caller.db, {
    organizationIds: await caller.organizationsOf(query.organizationId),
    houseId: query.houseId,
    accountIds: await accountsFound(caller, query),
    status: query.status ?? 'WAITING',
    afterId,
    limit: limit + 1,
  });
  return pageOf(rows, limit, (row) => [row.id], await withProposals(caller, rows));
}

/** @throws Refusal not-found */
export async function getDebtRequest(caller: Caller, id: number): Promise<DebtRequest> {
  const row = await getOwnRow(caller, id);
  return (await withProposals(caller, [row]))(row);
}

/** @throws Refusal validation-failed, not-found, forbidden, already-settled */
export async function answerDebtRequest(
  caller: Caller,
  id: number,
  { courtAct = null, confirmedAmount = null }: DebtAnswer,
): Promise<DebtRequest> {
  if ((courtAct === null) !== (confirmedAmount === null))
    throw invalidField(
      courtAct === null ? '/courtAct' : '/confirmedAmount',
      'is required: a debt is one that a court has confirmed',
      { code: 'required' },
    );
  const own = await getOwnRow(caller, id);
  const answer = courtAct === null ? 'no-debt' : 'debt';
  return inTransaction(caller.db, async (trx) => {
    const given = { answer, courtAct, confirmedAmount, userId: caller.userId } as const;
    const row = await repository.answerRequest(trx, own, given);
    if (row === undefined)
      throw new Refusal('already-settled', `Debt request ${id} has been answered already`);
    await recordChange(trx, caller.actor, {
      action: 'debt-request.answered',
      object: { type: 'debt-request', id },
      organizationId: row.organizationId,
      before: { status: 'WAITING' },
      after: { status: 'ANSWERED', answer, courtAct, confirmedAmount },
    });
    return toRequest(row);
  });
}

async function getOwnRow(caller: Caller, id: number): Promise<DebtRequestRow> {
  return caller.getOwn(`debt request ${id}`, async () =>
    repository.findRequest(caller.db, caller.ownOrganizations(), id),
  );
}

/** Only for waiting requests. */
async function withProposals(
  caller: Caller,
  rows: readonly DebtRequestRow[],
): Promise<(row: DebtRequestRow) => DebtRequest> {
  const waiting = rows.filter(({ answeredAt }) => answeredAt === null);
  const proposalOf = await readProposals(
    caller.db,
    caller.ownOrganizations(),
    waiting.map(({ personalAccountId }) => personalAccountId),
  );
  return (row) => {
    const proposal = row.answeredAt === null ? proposalOf(row.personalAccountId) : null;
    return { ...toRequest(row), proposal };
  };
}

function toRequest({ answeredAt, createdAt, ...row }: DebtRequestRow): DebtRequest {
  const dueOn = answerDueOn(parseDay(row.receivedOn));
  return {
    ...row,
    dueOn: formatDay(dueOn),
    isDueOnPreliminary: compareDays(dueOn, movedRestDaysKnownTo) > 0,
    proposal: null,
    status: answeredAt === null ? 'WAITING' : 'ANSWERED',
    answeredAt: answeredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
