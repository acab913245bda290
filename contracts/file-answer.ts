// How the OpenAPI document describes a response that is not JSON: its bytes have no schema here.
import Type, { type TSchema } from 'typebox';

/** By media type. */
export type FileAnswer = {
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>;
};

export function fileAnswer(...mediaTypes: readonly string[]): FileAnswer {
  const schema = Type.Unsafe<string>({ type: 'string', format: 'binary' });
  return { content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])) };
}
