// What a receipt tells of the whole house: how much of a service it has drawn, and for what.
import type { HouseBasis, MeterBasis } from '../charging/charge-line.ts';
import { COMMON_NEEDS } from '../charging/methods/methods.ts';

/** A charge that is the account's part of what the house shares out. */
export type SharedCharge = {
  readonly serviceName: string;
  readonly unit: string;
  /** The charging method: that of common-house needs, or of heating by the house-wide meter. */
  readonly rateType: string;
  readonly house: HouseBasis;
  /** The house-wide meters, of which there is none where a norm or an average stands in. */
  readonly meters: readonly MeterBasis[];
};

/** Decimals; null of what the calculation does not know. */
export type HouseVolume = {
  readonly serviceName: string;
  readonly unit: string;
  readonly meters: readonly Pick<MeterBasis, 'serialNumber' | 'previous' | 'current'>[];
  /** All that the house has drawn. */
  readonly whole: string | null;
  readonly inRooms: string | null;
  /** What is charged for the common property: no more than the norm, where the house has it so. */
  readonly inCommon: string | null;
};

/** Source: Order 43/pr of 2018-01-26 of the Ministry of Construction, the reference part of the form; Decree 354 p. 69 zh. */
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
