// What a charging method is: how it charges, and how its reason codes are explained.
import type { AccountCalculation } from '../account-lines.ts';
import type { VolumeRule } from '../explanation/volume-rule.ts';
import type { ServiceFacts } from '../house-facts.ts';
import type { LawRow } from '../../law/law-row.ts';
import type { PreparedAccount } from '../prepared-account.ts';
import type { PreparedHouse } from '../prepared-house.ts';
import type { PreparedService } from '../prepared-service.ts';
import type { ServiceLines } from '../service-lines.ts';
import type { Accounts, SharedOut } from '../shared-lines.ts';
import type { Place } from '../volume-source.ts';

export type Found = Pick<AccountCalculation, 'drawn' | 'refused'> & {
  readonly roommates: readonly PreparedAccount[];
};

export type Method<Rule extends string = string> = {
  /** How its charges find their volumes, by reason code. */
  readonly rules: Readonly<Record<Rule, VolumeRule>>;
  /** The paragraphs of the law that it computes. */
  readonly law: readonly LawRow[];
  /** Whose meters it uses; absent if none. */
  readonly meters?: 'individual' | 'house';
  /**
   * What an account is charged by itself; undefined if nothing. Absent for a method that only shares out.
   * @param found what the account's earlier services have used and which were refused; all accounts of its room
   * @throws UncomputableError when the account, or this service of it, cannot be charged
   */
  readonly chargeAccount?: (
    house: PreparedHouse,
    place: Place,
    found: Found,
  ) => ServiceLines | undefined;
  /** Whether it sums what the account's other services have used, and so is calculated after them. */
  readonly isSum?: true;
  /**
   * Shares out the house's consumption among its accounts.
   * @throws UncomputableError when the service cannot be shared out; then no account is charged for it
   */
  readonly shareOut?: (
    house: PreparedHouse,
    service: PreparedService,
    accounts: Accounts,
  ) => SharedOut;
  /** For a method that can do both: whether it shares this service out. */
  readonly isShared?: (service: ServiceFacts) => boolean;
  /** Whether it charges for common-house needs, which a receipt shows separately. */
  readonly isCommonNeeds?: true;
  /** Whether it is correct to charge the account nothing, as by persons if nobody is registered. */
  readonly owesNothing?: (place: Place, house: PreparedHouse) => boolean;
  /** Whether it is correct to charge nothing in the month. */
  readonly isOutOfSeason?: (house: PreparedHouse) => boolean;
};
