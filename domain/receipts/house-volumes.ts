// What a receipt says about the whole house: how much of a service it has used, and for what.
import type { HouseBasis, MeterBasis } from '../charging/charge-line.ts';
import { COMMON_NEEDS } from '../charging/methods/methods.ts';

/** A charge that is the account's part of what the house shares out. */
export type SharedCharge = {
  readonly serviceName: string;
  readonly unit: string;
  /** The charging method: that of common-house needs, or heating by the house-wide meter. */
  readonly rateType: string;
  readonly house: HouseBasis;
  /** The house-wide meters; empty if a norm or an average is used. */
  readonly meters: readonly MeterBasis[];
};

/** Decimals; null for what the calculation does not know. */
export type HouseVolume = {
  readonly serviceName: string;
  readonly unit: string;
  readonly meters: readonly Pick<MeterBasis, 'serialNumber' | 'previous' | 'current'>[];
  /** Everything the house has used. */
  readonly whole: string | null;
  readonly inRooms: string | null;
  /** What is charged for the common property: at most the norm, if that is the house's method. */
  readonly inCommon: string | null;
};

/** Source: Order 43/pr of 2018-01-26 of the Ministry of Construction, the reference part of the form; Decree 354 p. 69 «ж». */
export function houseVolumeOf({
  serviceName,
  unit,
  rateType,
  house,
  meters,
}: SharedCharge): HouseVolume {
  const isCommon = COMMON_NEEDS.includes(rateType);
  return {
    serviceName,
    unit,
    meters: meters.map(({ serialNumber, previous, current }) => ({
      serialNumber,
      previous,
      current,
    })),
    whole: house.volume ?? null,
    inRooms: isCommon ? (house.individualVolumes ?? null) : house.shared,
    inCommon: isCommon ? house.shared : null,
  };
}
