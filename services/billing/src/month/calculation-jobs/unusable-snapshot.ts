// The refusal for a billing snapshot of core that cannot be read.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';

/** @param why a sentence about the snapshot */
export function unusableSnapshot(why: string): Refusal {
  return new Refusal(
    'dependency-unavailable',
    `The billing snapshot of the core-service is not usable: ${why}`,
    { dependency: 'core' },
  );
}
