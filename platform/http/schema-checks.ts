// What checks and decodes values by their schemas, and writes answers by them: some 400 modules that a start has no use for. They
// are loaded at once when the first value is checked, and without waiting: whoever checks a value does not wait either.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
let checks: ReturnType<typeof loadChecks> | undefined;
let writing: ReturnType<typeof loadWriting> | undefined;

export function schemaChecks(): ReturnType<typeof loadChecks> {
  checks ??= loadChecks();
  return checks;
}

/** Makes what writes answers of a form. */
export function compileWriting(): ReturnType<typeof loadWriting> {
  writing ??= loadWriting();
  return writing;
}

function loadChecks() {
  const { Compile } = load('typebox/compile') as typeof import('typebox/compile');
  const { Clone, DecodeUnsafe, HasCodec, UnionPrioritySort } = load(
    'typebox/value',
  ) as typeof import('typebox/value');
  const { default: Format } = load('typebox/format') as typeof import('typebox/format');
  const { Settings } = load('typebox/system') as typeof import('typebox/system');
  Format.Set('date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
  Format.Set(
    'email',
    (text) => text.length <= 254 && /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text),
  );
  // The library would sort the variants of every union again for every value; here each schema is sorted once.
  Settings.Set({ unionPrioritySort: false });
  return { Compile, Clone, DecodeUnsafe, HasCodec, UnionPrioritySort };
}

function loadWriting() {
  const { SerializerSelector } = load(
    '@fastify/fast-json-stringify-compiler',
  ) as typeof import('@fastify/fast-json-stringify-compiler');
  return SerializerSelector()({}, {});
}
