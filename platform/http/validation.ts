// Validates and decodes requests by their TypeBox schema: no coercion, no silent dropping, every invalid field named.
import { reasonOfRule, type FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import type { FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import type { Static, StaticDecode, TSchema } from 'typebox';
import { Refusal } from './refusal.ts';
import { schemaChecks } from './schema-checks.ts';

/** Handlers receive what the schema's codecs decode; responses are typed by the plain schema. */
export interface CodecTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? StaticDecode<this['schema']> : unknown;
  readonly serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

type ValidationIssue = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
};

const MAX_REPORTED_ERRORS = 50;

const LIMITS: Readonly<
  Record<
    string,
    'too-short' | 'too-long' | 'too-few' | 'too-many' | 'too-small' | 'too-large' | undefined
  >
> = {
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  maxItems: 'too-many',
  minimum: 'too-small',
  maximum: 'too-large',
};
const FORMATS: Readonly<Record<string, 'not-a-day' | 'not-an-email' | undefined>> = {
  date: 'not-a-day',
  email: 'not-an-email',
};
const KEYWORDS: Readonly<
  Record<string, 'wrong-type' | 'wrong-form' | 'no-choice' | 'repeated' | undefined>
> = {
  type: 'wrong-type',
  pattern: 'wrong-form',
  enum: 'no-choice',
  const: 'no-choice',
  anyOf: 'no-choice',
  uniqueItems: 'repeated',
};

const PARTS: Readonly<Record<string, string | undefined>> = {
  body: 'The body is',
  params: 'The path is',
  querystring: 'The query is',
  headers: 'The headers are',
};

/** Fastify's validator compiler: returns the decoded `{ value }`, or throws a `validation-failed` Refusal. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = schemaChecks().Compile(schema);
  const decode = decoderOf(schema);
  return (input: unknown) => {
    if (!validator.Check(input)) {
      const errors = describe(validator.Errors(input), input === undefined);
      const where = PARTS[httpPart ?? 'body'] ?? PARTS['body'];
      return {
        error: new Refusal('validation-failed', `${where} not valid: ${summary(errors)}`, {
          errors,
        }),
      };
    }
    return { value: decode(input) };
  };
};

/** For values that have passed the check: nothing is converted, filled in or dropped; only the codecs run. */
function decoderOf(schema: TSchema): (value: unknown) => unknown {
  const { Clone, DecodeUnsafe, HasCodec, UnionPrioritySort } = schemaChecks();
  if (!HasCodec(schema)) return (value) => value;
  const sorted = UnionPrioritySort(schema);
  return (value) => DecodeUnsafe({}, sorted, Clone(value));
}

function describe(issues: readonly ValidationIssue[], missing: boolean): FieldError[] {
  if (missing) return [{ path: '', message: 'is required', reason: { code: 'required' } }];
  const seen = new Map<string, FieldError>();
  const nullable = new Set(issues.filter(isMissingNull).map(({ instancePath }) => instancePath));
  const choices = choicesOf(issues);
  for (const issue of issues) {
    // For a nullable value only the other issues are worth reporting.
    if (isMissingNull(issue)) continue;
    const isSaid = nullable.has(issue.instancePath) || choices.has(issue.instancePath);
    if (issue.keyword === 'anyOf' && isSaid) continue;
    for (const error of fieldErrorsOf(issue, choices.get(issue.instancePath))) {
      const key = `${error.path} ${error.message}`;
      if (seen.size < MAX_REPORTED_ERRORS && !seen.has(key)) seen.set(key, error);
    }
  }
  return [...seen.values()];
}

/** The allowed values by path: the library reports those of a union one by one. */
function choicesOf(issues: readonly ValidationIssue[]): ReadonlyMap<string, readonly unknown[]> {
  const choices = new Map<string, unknown[]>();
  for (const { keyword, instancePath, params } of issues) {
    const { allowedValue, allowedValues = [allowedValue] } = params as {
      readonly allowedValue?: unknown;
      readonly allowedValues?: readonly unknown[];
    };
    if (keyword !== 'const' && keyword !== 'enum') continue;
    choices.set(instancePath, [...(choices.get(instancePath) ?? []), ...allowedValues]);
  }
  return choices;
}

function isMissingNull({ keyword, params }: ValidationIssue): boolean {
  return keyword === 'type' && (params as { readonly type?: unknown }).type === 'null';
}

function fieldErrorsOf(
  issue: ValidationIssue,
  choices: readonly unknown[] | undefined,
): FieldError[] {
  const params = issue.params as { requiredProperties?: string[] };
  switch (issue.keyword) {
    case 'required':
      return (params.requiredProperties ?? []).map((name) => ({
        path: `${issue.instancePath}/${name}`,
        message: 'is required',
        reason: { code: 'required' },
      }));
    case 'boolean':
      return [
        {
          path: issue.instancePath,
          message: 'is not a known field',
          reason: { code: 'unknown-field' },
        },
      ];
    case 'additionalProperties':
      return []; // the same unknown fields again
    case 'const':
    case 'enum':
      return [{ path: issue.instancePath, message: choiceOf(choices), reason: reasonOf(issue) }];
    default:
      return [{ path: issue.instancePath, message: issue.message, reason: reasonOf(issue) }];
  }
}

function choiceOf(choices: readonly unknown[] = []): string {
  const [only, ...others] = choices.map(String);
  return others.length === 0 ? `must be ${only}` : `must be one of ${[only, ...others].join(', ')}`;
}

/** An issue without a code of its own is reported as a wrong form. */
function reasonOf({ keyword, params, message }: ValidationIssue): FieldReason {
  const { limit, format } = params as { readonly limit?: number; readonly format?: string };
  const code = LIMITS[keyword];
  if (code !== undefined && limit !== undefined) return { code, params: { limit } };
  if (keyword === 'format') return { code: FORMATS[format ?? ''] ?? 'wrong-form' };
  if (keyword === '~refine') return reasonOfRule(message) ?? { code: 'wrong-form' };
  return { code: KEYWORDS[keyword] ?? 'wrong-form' };
}

function summary(errors: readonly FieldError[]): string {
  return errors
    .slice(0, 3)
    .map((error) => `${error.path || '/'} ${error.message}`)
    .join('; ');
}
