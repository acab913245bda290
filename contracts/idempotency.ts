// Idempotency keys: a client that does not know whether its write arrived sends it again with the same key.
import Type from 'typebox';

/** The headers of a write that moves money. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x20-\\x7e]{1,255}$',
      description: 'Kept for 24 hours: the same key and request give the first answer again',
    }),
  ),
});
