// Benefits of an account's residents, and the services to which they apply.
import type { BenefitLimit } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import type { BenefitCategory } from '@kvartplata/domain/regulation/benefit/categories.ts';
import type { Generated } from 'kysely';

export type BenefitsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly category: BenefitCategory;
  /** In (0, 1]. */
  readonly share: string;
  /** How many of the registered persons are entitled. */
  readonly personCount: number;
  readonly limitedBy: BenefitLimit;
  /** Square metres for one, for two together, for each of three or more; null unless the social norm is the limit. */
  readonly socialNormOne: string | null;
  readonly socialNormTwo: string | null;
  readonly socialNormEach: string | null;
  readonly basis: string;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};

export type BenefitServicesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly benefitId: number;
  readonly houseServiceId: number;
};
