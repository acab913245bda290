// Names of the letters to debtors.
import type { DebtLetterKind } from '@kvartplata/contracts/billing/debt-letters.ts';
import { inBoth } from '../../lib/words.ts';

const KINDS: Readonly<Record<DebtLetterKind, string>> = {
  claim: 'Претензии',
  restriction: 'Уведомления об ограничении услуг',
};
const KINDS_EN: Readonly<Record<DebtLetterKind, string>> = {
  claim: 'Claim letters',
  restriction: 'Restriction notices',
};

export const letterWords = inBoth({ kinds: KINDS }, { kinds: KINDS_EN });
