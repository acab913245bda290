// The catalogue of meter types.
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { readAll } from '../../lib/reads.ts';

export const meterTypes = { ...readAll(listMeterTypes), staleTime: Number.POSITIVE_INFINITY };
