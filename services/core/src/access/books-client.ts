// What core asks billing: whether its books rest on a fact that is about to change.
import { HouseBooks } from '@kvartplata/contracts/billing/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { Check } from 'typebox/value';

export type BooksQuestion = {
  readonly houseId: number;
  /** `YYYY-MM`, the first and the last month that the fact counts in. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly personalAccountId?: number | undefined;
  readonly houseServiceId?: number | undefined;
};

export type BooksClient = {
  /** @throws Refusal dependency-unavailable */
  readonly getHouseBooks: (question: BooksQuestion, requestId: string) => Promise<HouseBooks>;
};

export function createBooksClient(billing: Pick<ServiceClient, 'get'>): BooksClient {
  return {
    getHouseBooks: async ({ houseId, ...filters }, requestId) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filters))
        if (value !== undefined) query.set(name, String(value));
      const answer = await billing.get(
        `/api/internal/houses/${houseId}/books?${query.toString()}`,
        requestId,
      );
      if (!Check(HouseBooks, answer))
        throw new Refusal('dependency-unavailable', 'The billing-service answered nonsense');
      return answer;
    },
  };
}
