// The amount that a caller has seen before it is booked.
import Type from 'typebox';
import { Decimal } from '../scalars.ts';

/** Roubles. Any other amount is refused with `amount-changed`; without it, whatever comes out is booked. */
export const ExpectedAmount = Type.Optional(
  Decimal({ places: 2, from: '-9999999999999.99', to: '9999999999999.99' }),
);
