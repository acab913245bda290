// What billing asks core, typed and checked: an answer of another shape counts as no answer.
import { HouseVersions } from '@kvartplata/contracts/core/billing-snapshot.ts';
import {
  OpenHouses,
  TariffGaps,
  UnverifiedMeters,
} from '@kvartplata/contracts/core/closing-facts.ts';
import {
  AccountCards,
  AccountSummaries,
  AccountSummary,
  type AccountCard,
  HouseSummary,
  Memberships,
  OrganizationHouses,
  OrganizationSummary,
} from '@kvartplata/contracts/core/internal.ts';
import { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export type CoreClient = {
  readonly listMemberships: (userId: number, requestId: string) => Promise<readonly Membership[]>;
  readonly findHouse: (houseId: number, requestId: string) => Promise<HouseSummary | undefined>;
  readonly findAccount: (
    personalAccountId: number,
    requestId: string,
  ) => Promise<AccountSummary | undefined>;
  /** Those of the organization's accounts that have one of at most 1,000 numbers. */
  readonly findAccountsByNumber: (
    organizationId: number,
    accountNumbers: readonly string[],
    requestId: string,
  ) => Promise<readonly AccountSummary[]>;
  /** What paper says of at most 1,000 accounts; one that core does not know is left out. */
  readonly listAccountCards: (
    personalAccountIds: readonly number[],
    requestId: string,
  ) => Promise<readonly AccountCard[]>;
  readonly findOrganization: (
    organizationId: number,
    requestId: string,
  ) => Promise<OrganizationSummary | undefined>;
  readonly findHouses: (
    organizationId: number,
    requestId: string,
  ) => Promise<OrganizationHouses | undefined>;
  /** Those with an account in the month, `YYYY-MM`. */
  readonly listOpenHouses: (
    organizationId: number,
    period: string,
    requestId: string,
  ) => Promise<readonly number[]>;
  readonly listUnverifiedMeters: (
    organizationId: number,
    page: FactsPage,
    requestId: string,
  ) => Promise<UnverifiedMeters>;
  readonly listTariffGaps: (
    organizationId: number,
    page: FactsPage,
    requestId: string,
  ) => Promise<TariffGaps>;
  /** Of one account, or of a page of the house's in the order of rooms, behind the account that is named. */
  readonly readReceiptFacts: (
    houseId: number,
    period: string,
    which: { readonly personalAccountId?: number; readonly after?: number },
    requestId: string,
  ) => Promise<ReceiptFacts | undefined>;
  /** The bytes of the houses' billing snapshot, as core sent them. */
  readonly readSnapshot: (
    houseIds: readonly number[],
    period: string,
    requestId: string,
    signal?: AbortSignal,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  /** What the houses' month stands at, of those that core knows. */
  readonly listHouseVersions: (
    houseIds: readonly number[],
    period: string,
    requestId: string,
  ) => Promise<ReadonlyMap<number, number>>;
};

/** A page of what core knows of a month; a cursor has to be one of its own. */
export type FactsPage = {
  /** `YYYY-MM` */
  readonly period: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

const NOTHING = { count: 0, items: [], nextCursor: null };

export function createCoreClient(core: ServiceClient): CoreClient {
  const toMemberships = checkerOf(Memberships);
  const toHouse = checkerOf(HouseSummary);
  const toAccount = checkerOf(AccountSummary);
  const toAccounts = checkerOf(AccountSummaries);
  const toCards = checkerOf(AccountCards);
  const toOrganization = checkerOf(OrganizationSummary);
  const toHouses = checkerOf(OrganizationHouses);
  const toOpenHouses = checkerOf(OpenHouses);
  const toUnverifiedMeters = checkerOf(UnverifiedMeters);
  const toTariffGaps = checkerOf(TariffGaps);
  const toReceiptFacts = checkerOf(ReceiptFacts);
  const toVersions = checkerOf(HouseVersions);
  async function get<T>(
    path: string,
    requestId: string,
    check: (answer: unknown) => T,
  ): Promise<T | undefined> {
    const answer = await core.get(path, requestId);
    return answer === undefined ? undefined : check(answer);
  }
  return {
    listMemberships: async (userId, requestId) => {
      const path = `/api/internal/users/${userId}/memberships`;
      return (await get(path, requestId, toMemberships))?.memberships ?? [];
    },
    findHouse: async (houseId, requestId) =>
      get(`/api/internal/houses/${houseId}`, requestId, toHouse),
    findAccount: async (id, requestId) =>
      get(`/api/internal/personal-accounts/${id}`, requestId, toAccount),
    findAccountsByNumber: async (organizationId, accountNumbers, requestId) => {
      const path = `/api/internal/organizations/${organizationId}/personal-accounts`;
      const answer = await core.query(path, { accountNumbers }, requestId);
      return answer === undefined ? [] : toAccounts(answer).accounts;
    },
    listAccountCards: async (personalAccountIds, requestId) => {
      const path = '/api/internal/account-cards';
      const answer = await core.query(path, { personalAccountIds }, requestId);
      return answer === undefined ? [] : toCards(answer).accounts;
    },
    findOrganization: async (organizationId, requestId) =>
      get(`/api/internal/organizations/${organizationId}`, requestId, toOrganization),
    findHouses: async (organizationId, requestId) =>
      get(`/api/internal/organizations/${organizationId}/houses`, requestId, toHouses),
    listOpenHouses: async (organizationId, period, requestId) => {
      const path = `/api/internal/organizations/${organizationId}/open-houses?period=${period}`;
      return (await get(path, requestId, toOpenHouses))?.houseIds ?? [];
    },
    listUnverifiedMeters: async (organizationId, page, requestId) =>
      (await get(
        factsPath(organizationId, 'unverified-meters', page),
        requestId,
        toUnverifiedMeters,
      )) ?? NOTHING,
    listTariffGaps: async (organizationId, page, requestId) =>
      (await get(factsPath(organizationId, 'tariff-gaps', page), requestId, toTariffGaps)) ??
      NOTHING,
    readReceiptFacts: async (houseId, period, which, requestId) => {
      const query = Object.entries(which).map(([name, id]) => `&${name}=${id}`);
      const path = `/api/internal/houses/${houseId}/receipt-facts?period=${period}${query.join('')}`;
      return get(path, requestId, toReceiptFacts);
    },
    readSnapshot: async (houseIds, period, requestId, signal) => {
      const path = `/api/internal/billing-snapshot?houseIds=${houseIds.join(',')}&period=${period}`;
      return (await core.getBytes(path, requestId, signal)) ?? new Uint8Array();
    },
    listHouseVersions: async (houseIds, period, requestId) => {
      const path = `/api/internal/house-versions?houseIds=${houseIds.join(',')}&period=${period}`;
      const answer = await get(path, requestId, toVersions);
      return new Map(answer?.versions.map(({ houseId, version }) => [houseId, version]));
    },
  };
}

function factsPath(
  organizationId: number,
  list: string,
  { period, limit, cursor }: FactsPage,
): string {
  const path = `/api/internal/organizations/${organizationId}/${list}?period=${period}&limit=${limit}`;
  return cursor === undefined ? path : `${path}&cursor=${cursor}`;
}

/** A function that lets only values of the schema pass. */
function checkerOf<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return value;
    throw new Refusal('dependency-unavailable', 'The core-service answered something unexpected');
  };
}
