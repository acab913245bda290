// Loads what checks, decodes and serializes values by their schemas: some 400 modules that are not needed at the start. They are
// loaded when the first value is checked, synchronously, since checking is synchronous.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const MAX_ERRORS = 1_000;
let checks: ReturnType<typeof loadChecks> | undefined;
let writing: ReturnType<typeof loadWriting> | undefined;

export function schemaChecks(): ReturnType<typeof loadChecks> {
  checks ??= loadChecks();
  return checks;
}

/** Compiles the serializer of a form of response. */
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
  // Otherwise the library would sort the variants of every union for every value; here each schema is sorted once. By default it
  // looks for no more than 8 errors, and a field may have several.
  Settings.Set({ unionPrioritySort: false, maxErrors: MAX_ERRORS });
  return { Compile, Clone, DecodeUnsafe, HasCodec, UnionPrioritySort };
}

function loadWriting() {
  const { SerializerSelector } = load(
    '@fastify/fast-json-stringify-compiler',
  ) as typeof import('@fastify/fast-json-stringify-compiler');
  return SerializerSelector()({}, {});
}
