import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlan } from './plan.ts';
import { rowRules } from './row-rules.ts';
import { EXCLUSIONS } from './special-checks.repository.ts';
import { createCopyStand } from './testing/copy-stand.ts';

/** References that hold because former rows refer to each other, a row comes from its parent, or the column is not filled. */
const REFERENCES_THAT_HOLD = [
  'account_numbers_house_fkey',
  'house_services_house_fkey',
  'house_services_utility_service_fkey',
  'houses_organization_fkey',
  'meter_readings_meter_fkey',
  'meters_account_fkey',
  'meters_house_service_fkey',
  'meters_meter_type_fkey',
  'meters_replaced_meter_fkey',
  'meters_room_fkey',
  'organization_members_organization_fkey',
  'personal_accounts_number_fkey',
  'personal_accounts_room_fkey',
  'registered_persons_account_fkey',
  'rooms_house_fkey',
  'service_norms_house_service_fkey',
  'service_tariffs_house_service_fkey',
];

test('every constraint of the tables that a copy fills is checked before it begins', async () => {
  const stand = await createCopyStand();
  try {
    const { all } = await makePlan(stand.targets, { services: [], meterTypes: [] }, 0);
    const known = [...REFERENCES_THAT_HOLD, ...EXCLUSIONS];
    for (const { transfer, table } of all) {
      const rules = rowRules(transfer, table).map(({ reason }) => reason);
      for (const { name, columns } of table.checks)
        if (columns.every((column) => column in transfer.columns))
          assert.ok(
            rules.some((reason) => reason.startsWith(`breaks ${name}: `)),
            name,
          );
      const unknown = table.others.filter(({ name }) => !known.includes(name));
      assert.deepEqual(unknown, [], 'say how a copy sees to it');
    }
  } finally {
    await stand.drop();
  }
});
