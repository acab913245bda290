// The norms of a receipt's services in a few Russian words each: the reference part of the form states them whether or not a
// meter counts.
import { shortDecimal } from '../text/short-decimal.ts';
import type { ChargingMethod } from '../charging/charging-methods.ts';
import type { Component } from '../charging/house-facts.ts';

/** A norm of a month that is the same for all accounts of the house. */
export type ReceiptNorm = {
  readonly serviceName: string;
  /** The unit of the service's volume. */
  readonly unit: string;
  readonly method: ChargingMethod;
  readonly component: Component | null;
  /** A decimal. */
  readonly value: string;
};

const OF_PERSON = 'на чел.';

/** What a norm is for, by method; other methods have none. */
const OF: Partial<Readonly<Record<ChargingMethod, string>>> = {
  meter: OF_PERSON,
  norm: OF_PERSON,
  'water-disposal': OF_PERSON,
  heating: 'на м²',
  'area-norm': 'на м²',
  odn: 'на м² общего имущества',
};

const OF_HEAT = 'Гкал на м³';

/** Methods with norms that apply to dwellings only. */
const OF_DWELLINGS: readonly ChargingMethod[] = ['meter', 'norm', 'water-disposal', 'area-norm'];

/**
 * Null if the service is not charged by a norm, or by one of dwellings in a room that is none. The decimal has a point
 * and no trailing zeros.
 * Source: Order 43/pr of 2018-01-26 of the Ministry of Construction, the reference part of the form; Decree 354, p. 43.
 */
export function normInWords(
  { serviceName, unit, method, component, value }: ReceiptNorm,
  { isDwelling }: { readonly isDwelling: boolean },
): string | null {
  const of = OF[method];
  if (of === undefined) return null;
  const short = shortDecimal(value);
  if (component === 'heat') return `${serviceName}, подогрев ${short} ${OF_HEAT}`;
  return OF_DWELLINGS.includes(method) && !isDwelling
    ? null
    : `${serviceName} ${short} ${unit} ${of}`;
}
