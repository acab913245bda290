// Removing a meter and installing its replacement, in one request.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Day, Id } from '../scalars.ts';
import { DeviceFields, MeterValue, WrittenMeter } from './meters.ts';
import { READING_RULES } from './readings.ts';

export const NewMeterReplacement = Type.Object(
  {
    removedOn: Day,
    /** What the old meter shows when it is removed: its reading of that month. */
    finalReading: MeterValue,
    rollover: Type.Optional(
      Type.Boolean({ description: 'The old counter passed its highest figure before' }),
    ),
    meter: Type.Object(
      { ...DeviceFields, meterTypeId: Type.Optional(Id) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export const createMeterReplacement = endpoint({
  id: 'createMeterReplacement',
  service: 'core',
  method: 'POST',
  path: '/api/meters/:meterId/replacement',
  tag: 'meters',
  summary: 'Replace a meter with another one',
  description:
    'The final reading becomes the reading of the month of `removedOn`, the old meter ends, and the new one begins for ' +
    'the same service and the same account, room or house: all of it or nothing. `If-Match` names the version of the ' +
    'old meter; the answer is the new one. An error in the final reading has its own code and the path `/finalReading`, ' +
    '`/removedOn` or `/rollover`.',
  access: 'owner',
  body: NewMeterReplacement,
  ifMatch: true,
  answers: { 201: WrittenMeter },
  refusals: [
    'not-found',
    'meter-removed',
    'readings-contradict',
    ...READING_RULES,
    'serial-number-taken',
  ],
});
