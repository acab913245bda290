// Core's requests to billing: whether its books depend on a fact that is about to change.
import {
  getHouseBooks,
  getPayeeSummary,
  listPayeeNames,
  type HouseBooks,
  type PayeeName,
} from '@kvartplata/contracts/billing/internal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import type { HousePlace } from './places.ts';

export type BooksQuestion = HousePlace & {
  /** `YYYY-MM`, the first and the last month that the fact affects. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly personalAccountId?: number | undefined;
  readonly houseServiceId?: number | undefined;
};

export type BooksClient = {
  /** @throws Refusal dependency-unavailable */
  readonly getHouseBooks: (question: BooksQuestion, requestId: string) => Promise<HouseBooks>;
  /** Whether the organization has the payee. @throws Refusal dependency-unavailable */
  readonly hasPayee: (
    organizationId: number,
    payeeId: number,
    requestId: string,
  ) => Promise<boolean>;
  /** All payees of the organization. @throws Refusal dependency-unavailable */
  readonly listPayees: (organizationId: number, requestId: string) => Promise<readonly PayeeName[]>;
};

export function createBooksClient(billing: Pick<ServiceClient, 'call'>): BooksClient {
  return {
    getHouseBooks: async ({ houseId, ...query }, requestId) =>
      billing.call(getHouseBooks, { params: { houseId }, query }, requestId),
    hasPayee: async (organizationId, payeeId, requestId) =>
      (await billing.call(getPayeeSummary, { params: { organizationId, payeeId } }, requestId)) !==
      undefined,
    listPayees: async (organizationId, requestId) =>
      (await billing.call(listPayeeNames, { params: { organizationId } }, requestId)).payees,
  };
}
