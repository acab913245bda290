// What a new organization has done on the way to its first month, and what comes next, judged by its data.
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import type { ListedHouse } from '@kvartplata/contracts/core/houses.ts';
import type { ReadingCounts } from '@kvartplata/contracts/core/readings.ts';
import { isSetUp } from '../features/house-setups/setup-holes.ts';
import type { MonthProgress } from './month-step.tsx';

export const FIRST_STEPS = [
  'houses',
  'accounts',
  'services',
  'meters',
  'readings',
  'month',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export type KnownBeginning = {
  readonly houses: readonly Pick<ListedHouse, 'accounts'>[];
  readonly setups: readonly HouseSetup[];
  /** The day of the setups. */
  readonly on: string;
  readonly counts: readonly Pick<ReadingCounts['items'][number], 'meters' | 'read'>[];
  readonly month: MonthProgress;
};

export type Beginning = {
  readonly done: ReadonlySet<FirstStep>;
  readonly next: FirstStep;
  readonly accounts: number;
  /** The number of houses with services that all have tariffs. */
  readonly setUp: number;
  /** Whether a service is charged by meters. */
  readonly isMetered: boolean;
  readonly meters: number;
  readonly read: number;
};

export function beginningOf({ houses, setups, on, counts, month }: KnownBeginning): Beginning {
  const done = new Set<FirstStep>();
  const accounts = sum(houses.map((house) => house.accounts));
  const setUp = setups.filter((house) => isSetUp(house, on)).length;
  const isMetered = setups.some(({ services }) =>
    services.some(({ method }) => method === 'meter'),
  );
  const meters = sum(counts.map((count) => count.meters));
  const read = sum(counts.map((count) => count.read));
  if (houses.length > 0) done.add('houses');
  if (houses.length > 0 && houses.every((house) => house.accounts > 0)) done.add('accounts');
  if (setups.length > 0 && setUp === setups.length) done.add('services');
  if (meters > 0 || (done.has('services') && !isMetered)) done.add('meters');
  if (month.done.has('readings') || (done.has('meters') && meters === 0)) done.add('readings');
  if (month.done.has('close')) done.add('month');
  const next = FIRST_STEPS.find((step) => !done.has(step)) ?? 'month';
  return { done, next, accounts, setUp, isMetered, meters, read };
}

/** An organization that has closed a month, or begun a second one, needs no guidance. */
export function isPastFirstMonth(cycles: readonly Pick<BillingCycle, 'status'>[]): boolean {
  return cycles.some(({ status }) => status === 'CLOSED') || cycles.length > 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
