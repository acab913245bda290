// What a debt that is paid late costs; nothing is booked.
import type {
  CalculatedPenalty,
  PenaltyQuestion,
} from '@kvartplata/contracts/billing/penalties.ts';
import type { StaticEncode } from 'typebox';
import { ask } from '../../lib/api.ts';

export type PenaltyQuestion = StaticEncode<typeof PenaltyQuestion>;

export async function calculatePenalty(body: PenaltyQuestion): Promise<CalculatedPenalty> {
  return ask<CalculatedPenalty>('billing', '/api/billing/penalties/calculate', {
    method: 'POST',
    body,
  });
}
