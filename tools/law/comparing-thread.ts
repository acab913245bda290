// Compares its part of a run's random houses, and reports its progress or where it has stopped.
import { parentPort, workerData } from 'node:worker_threads';
import { compareHouse } from '@kvartplata/domain/charging/testing/compare-house.ts';
import { compareYear } from '@kvartplata/domain/charging/testing/compare-year.ts';

/** Every `step`th house from `first` on, until this many accounts are compared. */
export type Part = { readonly first: number; readonly step: number; readonly accounts: number };

export type Compared = {
  readonly accounts: number;
  readonly lines: number;
  /** Yearly recalculations. */
  readonly years: number;
  /** Where the two implementations differ. */
  readonly fault?: { readonly seed: number; readonly message: string };
};

const TOLD_EVERY = 1_000;
/** Only some houses are compared over a year: it takes as long as many months. */
const YEAR_EVERY = 50;
const part = workerData as Part;
const port = parentPort;
let [accounts, lines, years, toldAt] = [0, 0, 0, 0];
for (let seed = part.first; accounts < part.accounts; seed += part.step) {
  try {
    const compared = compareHouse(seed);
    accounts += compared.accounts;
    lines += compared.lines;
    if (seed % YEAR_EVERY === 0) {
      lines += compareYear(seed).lines;
      years += 1;
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ accounts, lines, years, fault: { seed, message } });
    break;
  }
  if (accounts - toldAt < TOLD_EVERY) continue;
  toldAt = accounts;
  tell({ accounts, lines, years });
}
tell({ accounts, lines, years });

function tell(compared: Compared): void {
  port?.postMessage(compared);
}
