// The cost of paying a debt late; nothing is booked.
import {
  calculatePenalty as calculate,
  type CalculatedPenalty,
  type PenaltyQuestion,
} from '@kvartplata/contracts/billing/penalties.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';

export type PenaltyQuestion = StaticEncode<typeof PenaltyQuestion>;

export async function calculatePenalty(body: PenaltyQuestion): Promise<CalculatedPenalty> {
  return call(calculate, { body });
}
