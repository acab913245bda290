// Long lists: ?limit and ?cursor in, { items, nextCursor } out.
import Type, { type TSchema } from 'typebox';
import { Nullable } from './scalars.ts';

export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 200;

/** The query parameters of a long list. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Codec(
      Type.String({
        pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$',
        description: `1–${MAX_PAGE_LIMIT}, default ${DEFAULT_PAGE_LIMIT}`,
      }),
    )
      .Decode((text) => Number(text))
      .Encode((limit) => String(limit)),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[A-Za-z0-9_-]+$',
      description: '`nextCursor` of the previous page',
    }),
  ),
};

export function Page<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) });
}

export type PageOf<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };
