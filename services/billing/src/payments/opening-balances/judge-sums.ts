// Checks the sums of a file against core's data: the account, and the service.
import type { AccountSummary, ServiceName } from '@kvartplata/contracts/core/internal.ts';
import { folded } from '@kvartplata/platform/table-files/titles.ts';
import { reason, type OpeningReason } from './opening-reasons.ts';
import type { OpeningSum } from './opening-row.ts';

/** A sum that waits to be checked, with its row. */
export type WaitingSum = OpeningSum & {
  readonly cells: readonly string[];
  /** The account, where core has already resolved it. */
  readonly place?: {
    readonly houseId: number;
    readonly personalAccountId: number;
    readonly named: Pick<ServiceName, 'houseServiceId' | 'name' | 'kind'> | null;
  };
};

export type RefusedRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly reasons: readonly OpeningReason[];
};

/** A checked sum with its account and service, named as the columns. */
export type JudgedSum = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly house_id: number;
  readonly personal_account_id: number;
  readonly period: string;
  readonly kind: string;
  readonly amount: string;
  readonly house_service_id: number | null;
  readonly service_name: string | null;
  readonly service_kind: string | null;
};

export type Known = {
  /** By account number. */
  readonly accounts: ReadonlyMap<string, Pick<AccountSummary, 'houseId' | 'personalAccountId'>>;
  readonly services: ReadonlyMap<number, HouseServices>;
};

/** By name and by code, normalized. */
export type HouseServices = ReadonlyMap<string, ServiceName>;

export function byHouse(services: readonly ServiceName[]): ReadonlyMap<number, HouseServices> {
  const houses = new Map<number, Map<string, ServiceName>>();
  for (const service of services) {
    const known = houses.get(service.houseId) ?? new Map<string, ServiceName>();
    houses.set(service.houseId, known);
    for (const name of [service.name, service.code]) known.set(folded(name), service);
  }
  return houses;
}

export function judgeSums(
  sums: readonly WaitingSum[],
  known: Known,
): { readonly judged: readonly JudgedSum[]; readonly refused: readonly RefusedRow[] } {
  const judged: JudgedSum[] = [];
  const refused = new Map<number, RefusedRow>();
  for (const sum of sums) {
    const { line, cells } = sum;
    const found = judge(sum, known);
    if ('code' in found) refused.set(line, { line, cells, reasons: [found] });
    else judged.push(found);
  }
  return { judged, refused: [...refused.values()] };
}

function judge(
  { line, cells, account, period, kind, amount, service, place: judged }: WaitingSum,
  { accounts, services }: Known,
): JudgedSum | OpeningReason {
  const place = judged ?? accounts.get(account);
  if (place === undefined) return reason('account-unknown', account);
  const named = judged
    ? (judged.named ?? undefined)
    : services.get(place.houseId)?.get(folded(service));
  if (service !== '' && named === undefined) return reason('service-unknown', service);
  return {
    line,
    cells,
    house_id: place.houseId,
    personal_account_id: place.personalAccountId,
    period,
    kind,
    amount,
    house_service_id: named?.houseServiceId ?? null,
    service_name: named?.name ?? null,
    service_kind: named?.kind ?? null,
  };
}
