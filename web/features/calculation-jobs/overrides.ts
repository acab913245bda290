// Dry runs of a month with the current data, or with another tariff, norm or method of common-house needs.
import type { Overrides } from '@kvartplata/contracts/billing/dry-runs.ts';
import type { CommonNeedsMethod } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { Static } from 'typebox';

export type Override =
  | {
      readonly what: 'tariff' | 'norm';
      readonly serviceCode: string;
      readonly serviceName: string;
      readonly component: Component | null;
      readonly value: string;
    }
  | { readonly what: 'common-needs'; readonly method: Static<typeof CommonNeedsMethod> };

/** A later override with the same key replaces an earlier one. */
export function placeOf(one: Override): string {
  return one.what === 'common-needs'
    ? one.what
    : `${one.what} ${one.serviceCode} ${one.component ?? ''}`;
}

/** The overrides to send. */
export function overridesOf(overrides: readonly Override[]): Overrides | undefined {
  if (overrides.length === 0) return undefined;
  const valuesOf = (what: 'tariff' | 'norm'): NonNullable<Overrides['tariffs']> =>
    overrides.flatMap((one) =>
      one.what === what
        ? [{ serviceCode: one.serviceCode, component: one.component, value: one.value }]
        : [],
    );
  const method = overrides.find((one) => one.what === 'common-needs')?.method;
  return {
    tariffs: valuesOf('tariff'),
    norms: valuesOf('norm'),
    ...(method === undefined ? {} : { commonNeedsMethod: method }),
  };
}
