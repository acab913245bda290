import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseVolumeOf, type SharedCharge } from './house-volumes.ts';

const METER = {
  serialNumber: 'ОДПУ-1',
  digits: 7,
  previous: '100000.000',
  previousOn: '2026-06-25',
  current: '112000.000',
  currentOn: '2026-07-25',
  rollover: false,
};
const SHOWN = { serialNumber: 'ОДПУ-1', previous: '100000.000', current: '112000.000' };
const roomsArea = '2400.00';

const cases: readonly {
  readonly why: string;
  readonly told: Pick<SharedCharge, 'rateType' | 'house' | 'meters'>;
  readonly gives: readonly [whole: string | null, inRooms: string | null, inCommon: string | null];
}[] = [
  {
    why: 'the published example: 12000 less 1000, 4000 and 5000',
    told: {
      rateType: 'odn',
      house: { volume: '12000', individualVolumes: '10000', shared: '2000', roomsArea },
      meters: [METER],
    },
    gives: ['12000', '10000', '2000'],
  },
  {
    why: 'limited by the norm: what is charged is less than what was drawn in common',
    told: {
      rateType: 'odn',
      house: {
        volume: '12000',
        individualVolumes: '10000',
        shared: '560',
        limit: '560',
        roomsArea,
      },
      meters: [METER],
    },
    gives: ['12000', '10000', '560'],
  },
  {
    why: 'by norm nothing is known but the norm',
    told: { rateType: 'odn', house: { shared: '5618.44', norm: '3.94', roomsArea }, meters: [] },
    gives: [null, null, '5618.44'],
  },
  {
    why: 'the heat of the house-wide meter is all for the rooms',
    told: {
      rateType: 'heating',
      house: { volume: '120', shared: '120', roomsArea },
      meters: [METER],
    },
    gives: ['120', '120', null],
  },
];

for (const { why, told, gives } of cases)
  test(`the volume of a house: ${why}`, () => {
    const volume = houseVolumeOf({ serviceName: 'Электроэнергия', unit: 'кВт·ч', ...told });
    assert.deepEqual([volume.whole, volume.inRooms, volume.inCommon], gives);
    assert.deepEqual(volume.meters, told.meters.length === 0 ? [] : [SHOWN]);
  });
