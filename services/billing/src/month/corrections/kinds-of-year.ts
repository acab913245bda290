// What is recalculated once a year, and how. To add a kind, add a row here with a file of its own, its services in
// calculation-jobs/month-of-year.ts, its reason code among the YEAR_RULES of domain/charging/explanation/common-rules.ts, its
// name and operation in contracts/billing/year-corrections.ts, a route in corrections.routes.ts, and its value in the check of
// year_corrections.kind. Booking it once, its lines, the standing charges, the refusals and the responses are common to all.
import type { YearKind } from '@kvartplata/contracts/billing/year-corrections.ts';
import { COMMON_NEEDS_YEAR } from './common-needs-year.ts';
import { HEATING_YEAR } from './heating-year.ts';
import type { KindOfYear } from './kind-of-year.ts';

export const KINDS_OF_YEAR: Readonly<Record<YearKind, KindOfYear>> = {
  'common-needs': COMMON_NEEDS_YEAR,
  heating: HEATING_YEAR,
};
