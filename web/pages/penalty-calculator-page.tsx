// /penalties/calculator: the penalty for a debt, for anybody who is signed in.
import type { ReactElement } from 'react';
import { Calculator } from '../features/penalties/calculator.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

export function PenaltyCalculatorPage(): ReactElement {
  return (
    <PenaltyFrame tab="calculator">
      <Calculator />
    </PenaltyFrame>
  );
}
