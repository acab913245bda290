// What a house's services were called when they were charged.
import type { ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';

export type ChargedServicesTable = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly houseServiceId: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: ServiceKind;
  /** What it is called within a sentence; null where that is its name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
};
