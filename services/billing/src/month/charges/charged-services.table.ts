// The names of a house's services when they were charged.
import type { ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';

export type ChargedServicesTable = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly houseServiceId: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: ServiceKind;
  /** The everyday name; null where it is the same as the name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
};
