// Correcting applied months of a house: a dry run to be reviewed line by line, then charging the differences in the next month.
import {
  createCorrection,
  getCorrection,
  listCorrections,
  type CorrectionOutcome,
} from '@kvartplata/contracts/billing/corrections.ts';
import { call } from '../../lib/api.ts';
import { read, readPages } from '../../lib/reads.ts';

export type AskedMonths = {
  /** `2026-11`; both months are inclusive. */
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly reason: string;
};

export type AskedCorrection = AskedMonths & { readonly houseId: number };

/** Charges nothing. */
export async function tryCorrection(asked: AskedCorrection): Promise<CorrectionOutcome> {
  return call(createCorrection, { body: { ...asked, dryRun: true } });
}

/** Charges the differences if they still add up to what the dry run has shown. */
export async function bookCorrection(
  asked: AskedCorrection & { readonly expectedAmount: string },
  idempotencyKey: string,
): Promise<CorrectionOutcome> {
  return call(createCorrection, { body: asked, idempotencyKey });
}

/** Newest first. */
export function correctionsOf(houseId: number) {
  return readPages(listCorrections, { query: { houseId } });
}

export function correctionOf(correctionId: number) {
  return read(getCorrection, { params: { correctionId } });
}
