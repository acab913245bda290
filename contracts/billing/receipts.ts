// Receipts: the payment documents of a month, as PDF.
import Type from 'typebox';
import { IdText, Month } from '../scalars.ts';

export const PDF = 'application/pdf';

export const HouseReceiptsQuery = Type.Object(
  { houseId: IdText, period: Month },
  { additionalProperties: false },
);

export const ReceiptQuery = Type.Object({ period: Month }, { additionalProperties: false });
export const ReceiptParams = Type.Object({ personalAccountId: IdText });
