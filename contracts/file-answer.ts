// How the OpenAPI document tells of an answer that is no JSON: its bytes have no schema of ours.
import Type from 'typebox';

export function fileAnswer(...mediaTypes: readonly string[]) {
  const schema = Type.Unsafe<string>({ type: 'string', format: 'binary' });
  return { content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])) };
}
