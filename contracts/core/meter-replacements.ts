// A meter that is taken off and the one that is put in its place, in one request.
import Type from 'typebox';
import { Day, Id } from '../scalars.ts';
import { DeviceFields, MeterValue } from './meters.ts';

export const NewMeterReplacement = Type.Object(
  {
    removedOn: Day,
    /** What the old meter shows when it is taken off: its reading of that month. */
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
