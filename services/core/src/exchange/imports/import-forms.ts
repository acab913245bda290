// The form of each kind of import.
import { houseForm } from './house-form.ts';
import type { ImportForm } from './import-form.ts';
import type { ImportKind } from './imports.table.ts';
import { meterForm } from './meter-form.ts';
import { readingForm } from './reading-form.ts';

export const FORMS: Readonly<Record<ImportKind, ImportForm>> = {
  houses: houseForm,
  readings: readingForm,
  meters: meterForm,
};
