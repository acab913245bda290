// Billing's requests to core, typed and checked: an answer of the wrong shape counts as no answer.
import {
  getBillingSnapshot,
  listHouseVersions,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import {
  listOpenHouses,
  listTariffGaps,
  listOddReadingFacts,
  listUnverifiedMeters,
  type TariffGaps,
  type UnverifiedMeters,
} from '@kvartplata/contracts/core/closing-facts.ts';
import { listGisReadings, type GisReadings } from '@kvartplata/contracts/core/gis-readings.ts';
import type { OddReadings } from '@kvartplata/contracts/core/readings.ts';
import {
  getHouseServiceSummary,
  getHouseSummary,
  getOrganizationSummary,
  listAccountCards,
  listAccountSummaries,
  listAccountsByNumber,
  listAccountsInOrder,
  listMemberships,
  countHouseAccounts,
  listOrganizationHouses,
  listServiceNames,
  listServicesOfPayee,
  type AccountCard,
  type AccountsSought,
  type AccountSummary,
  type HouseServiceSummary,
  type HouseSummary,
  type CountedHouses,
  type OrganizationHouses,
  type OrganizationSummary,
  type ServiceName,
} from '@kvartplata/contracts/core/internal.ts';
import {
  listLetterFacts,
  type LetterFacts,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { AccountNumber } from '@kvartplata/contracts/core/personal-accounts.ts';
import { getReceiptFacts, type ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import {
  getResidentAccount,
  storeResidentPreferences,
  storeResidentReadings,
  type ResidentAccount,
  type ResidentPreferences,
  type ResidentReadingsOutcome,
} from '@kvartplata/contracts/core/residents-door.ts';
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import type { Membership } from '@kvartplata/platform/identity/memberships.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import { askTogether } from '@kvartplata/platform/service-client/ask-together.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';

export type CoreClient = {
  readonly listMemberships: (userId: number, requestId: string) => Promise<readonly Membership[]>;
  readonly findHouse: (houseId: number, requestId: string) => Promise<HouseSummary | undefined>;
  readonly findHouseService: (
    houseId: number,
    houseServiceId: number,
    requestId: string,
  ) => Promise<HouseServiceSummary | undefined>;
  readonly findAccount: (
    personalAccountId: number,
    requestId: string,
  ) => Promise<AccountSummary | undefined>;
  /** The organization's accounts that have one of at most 1,000 numbers. */
  readonly findAccountsByNumber: (
    organizationId: number,
    accountNumbers: readonly string[],
    requestId: string,
  ) => Promise<readonly AccountSummary[]>;
  /** The names of the services of at most 1,000 houses. */
  readonly listServiceNames: (
    organizationId: number,
    houseIds: readonly number[],
    requestId: string,
  ) => Promise<readonly ServiceName[]>;
  /** The first services that name the payee. */
  readonly listServicesOfPayee: (
    organizationId: number,
    payeeId: number,
    requestId: string,
  ) => Promise<readonly number[]>;
  /** The cards of at most 1,000 accounts, for paper; accounts unknown to core are left out. */
  readonly listAccountCards: (
    personalAccountIds: readonly number[],
    requestId: string,
  ) => Promise<readonly AccountCard[]>;
  /** The ids of all matching accounts, in order. */
  readonly listAccountsInOrder: (
    organizationId: number,
    sought: AccountsSought,
    requestId: string,
  ) => Promise<readonly number[]>;
  readonly findOrganization: (
    organizationId: number,
    requestId: string,
  ) => Promise<OrganizationSummary | undefined>;
  readonly findHouses: (
    organizationId: number,
    requestId: string,
  ) => Promise<OrganizationHouses | undefined>;
  readonly countHouseAccounts: (
    organizationId: number,
    requestId: string,
  ) => Promise<CountedHouses | undefined>;
  /** Houses with an account in the month, `YYYY-MM`. */
  readonly listOpenHouses: (
    organizationId: number,
    period: string,
    requestId: string,
  ) => Promise<readonly number[]>;
  readonly listOddReadings: (
    organizationId: number,
    page: FactsPage,
    requestId: string,
  ) => Promise<OddReadings>;
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
  /** For one account, or for a page of the house's accounts in the order of rooms, after the given one. */
  readonly readReceiptFacts: (
    houseId: number,
    period: string,
    which: { readonly personalAccountId?: number; readonly after?: number },
    requestId: string,
  ) => Promise<ReceiptFacts | undefined>;
  /** The month's readings of the house's meters, a page after the given meter. */
  readonly readGisReadings: (
    houseId: number,
    page: { readonly period: string; readonly after?: number },
    requestId: string,
  ) => Promise<GisReadings | undefined>;
  /** What a resident may see of the account. */
  readonly findResidentAccount: (
    account: AccountOfHouse,
    requestId: string,
  ) => Promise<ResidentAccount | undefined>;
  /** Idempotent: storing the same readings again changes nothing. */
  readonly storeResidentReadings: (
    account: AccountOfHouse,
    sent: SentReadings,
    requestId: string,
  ) => Promise<ResidentReadingsOutcome | undefined>;
  readonly storeResidentPreferences: (
    account: AccountOfHouse,
    chosen: ResidentPreferences,
    requestId: string,
  ) => Promise<ResidentPreferences | undefined>;
  /** The meters whose verification ends within the given number of days, page by page. */
  readonly readLetterFacts: (
    organizationId: number,
    query: LettersOf & { readonly cursor?: string },
    requestId: string,
  ) => Promise<LetterFacts | undefined>;
  /** The bytes of the houses' billing snapshot, as core sent them. */
  readonly readSnapshot: (
    houses: HousesOf,
    period: string,
    requestId: string,
    signal?: AbortSignal,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  /** The versions of the houses' month; houses that the organization does not have are left out. */
  readonly listHouseVersions: (
    houses: HousesOf,
    period: string,
    requestId: string,
  ) => Promise<ReadonlyMap<number, number>>;
};

export type AccountOfHouse = { readonly houseId: number; readonly personalAccountId: number };

/** A resident's readings for a month, `YYYY-MM`. */
export type SentReadings = {
  readonly period: string;
  readonly readings: readonly { readonly meterId: number; readonly value: string }[];
  readonly confirmed: boolean;
};

/** Letters to all houses of an organization, or to one of them. */
export type LettersOf = {
  readonly within?: number | undefined;
  readonly houseId?: number | undefined;
  readonly search?: string | undefined;
};

/** A page of core's data about a month; the cursor comes from the previous page. */
export type FactsPage = {
  /** `YYYY-MM` */
  readonly period: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

const ACCOUNTS_AT_ONCE = 1_000;

export function createCoreClient({ call, callSlowly, callBytes }: ServiceClient): CoreClient {
  return {
    listMemberships: async (userId, requestId) =>
      (await call(listMemberships, { params: { userId } }, requestId)).memberships,
    findHouse: async (houseId, requestId) =>
      call(getHouseSummary, { params: { houseId } }, requestId),
    findHouseService: async (houseId, houseServiceId, requestId) =>
      call(getHouseServiceSummary, { params: { houseId, houseServiceId } }, requestId),
    findAccount: askTogether(async (personalAccountIds: readonly number[], requestId: string) => {
      const asked = { body: { personalAccountIds } };
      const { accounts } = await call(listAccountSummaries, asked, requestId);
      return new Map(accounts.map((account) => [account.personalAccountId, account]));
    }, ACCOUNTS_AT_ONCE),
    findAccountsByNumber: async (organizationId, numbers, requestId) => {
      // They come from files: core would refuse the whole question because of a text that is no number.
      const accountNumbers = numbers.filter((number) => fitsSchema(AccountNumber, number));
      const asked = { params: { organizationId }, body: { accountNumbers } };
      return (await call(listAccountsByNumber, asked, requestId))?.accounts ?? [];
    },
    listServiceNames: async (organizationId, houseIds, requestId) => {
      const asked = { params: { organizationId }, body: { houseIds } };
      return (await call(listServiceNames, asked, requestId)).services;
    },
    listServicesOfPayee: async (organizationId, payeeId, requestId) => {
      const asked = { params: { organizationId, payeeId } };
      return (await call(listServicesOfPayee, asked, requestId)).houseServiceIds;
    },
    listAccountCards: async (personalAccountIds, requestId) =>
      (await call(listAccountCards, { body: { personalAccountIds } }, requestId)).accounts,
    listAccountsInOrder: async (organizationId, sought, requestId) => {
      const asked = { params: { organizationId }, body: sought };
      return (await call(listAccountsInOrder, asked, requestId)).personalAccountIds;
    },
    findOrganization: async (organizationId, requestId) =>
      call(getOrganizationSummary, { params: { organizationId } }, requestId),
    findHouses: async (organizationId, requestId) =>
      call(listOrganizationHouses, { params: { organizationId } }, requestId),
    countHouseAccounts: async (organizationId, requestId) =>
      call(countHouseAccounts, { params: { organizationId } }, requestId),
    listOpenHouses: async (organizationId, period, requestId) => {
      const asked = { params: { organizationId }, query: { period } };
      return (await call(listOpenHouses, asked, requestId)).houseIds;
    },
    listOddReadings: async (organizationId, query, requestId) =>
      callSlowly(listOddReadingFacts, { params: { organizationId }, query }, requestId),
    listUnverifiedMeters: async (organizationId, query, requestId) =>
      call(listUnverifiedMeters, { params: { organizationId }, query }, requestId),
    listTariffGaps: async (organizationId, query, requestId) =>
      call(listTariffGaps, { params: { organizationId }, query }, requestId),
    readReceiptFacts: async (houseId, period, which, requestId) =>
      call(getReceiptFacts, { params: { houseId }, query: { period, ...which } }, requestId),
    readGisReadings: async (houseId, query, requestId) =>
      call(listGisReadings, { params: { houseId }, query }, requestId),
    ...askForResidents(call),
    readLetterFacts: async (organizationId, query, requestId) =>
      call(listLetterFacts, { params: { organizationId }, query }, requestId),
    readSnapshot: async ({ organizationId, houseIds }, period, requestId, signal) => {
      const asked = { query: { organizationId, houseIds, period } };
      return (await callBytes(getBillingSnapshot, asked, requestId, signal)) ?? new Uint8Array();
    },
    listHouseVersions: async ({ organizationId, houseIds }, period, requestId) => {
      const query = { organizationId, houseIds, period };
      const { versions } = await call(listHouseVersions, { query }, requestId);
      return new Map(versions.map(({ houseId, version }) => [houseId, version]));
    },
  };
}

/** Requests made for residents: what they see, and the readings that they send. */
function askForResidents(
  call: ServiceClient['call'],
): Pick<CoreClient, 'findResidentAccount' | 'storeResidentReadings' | 'storeResidentPreferences'> {
  return {
    findResidentAccount: async (params, requestId) =>
      call(getResidentAccount, { params }, requestId),
    storeResidentReadings: async (params, body, requestId) =>
      call(storeResidentReadings, { params, body }, requestId),
    storeResidentPreferences: async (params, body, requestId) =>
      call(storeResidentPreferences, { params, body }, requestId),
  };
}
