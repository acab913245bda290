// The form of each kind of import.
import { balanceForm } from './balance-form.ts';
import { gisAccountForm } from './gis-account-form.ts';
import { gisMeterForm } from './gis-meter-form.ts';
import { houseForm } from './house-form.ts';
import type { ImportForm } from './import-form.ts';
import type { ImportKind } from './imports.table.ts';
import { meterForm } from './meter-form.ts';
import { readingForm } from './reading-form.ts';
import { serviceForm } from './service-form.ts';

export const FORMS: Readonly<Record<ImportKind, ImportForm>> = {
  houses: houseForm,
  services: serviceForm,
  readings: readingForm,
  meters: meterForm,
  balances: balanceForm,
  'gis-accounts': gisAccountForm,
  'gis-meters': gisMeterForm,
};
