// What is wrong with a response, whatever the request was.
import { PROBLEMS, Problem, type ProblemCode } from '@kvartplata/contracts/problem.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import type { Operation } from '../operations.ts';
import type { Change } from './draft.ts';
import type { Received } from './send.ts';

/** Words that would reveal internals. */
const LEAKS =
  /\bselect .+ from\b|\binsert into\b|\bupdate .+ set\b|violates|constraint|relation "|column "|syntax error|pg_|node_modules|node:internal|\.ts:\d|\bat \w+ \(|ECONN|ENOENT|\/tmp\/|\/home\/|\/root\/|password_hash|argon2/i;

/** Codes that any route may return, whoever calls it. */
const OF_EVERY_ROUTE: readonly ProblemCode[] = ['route-not-found', 'malformed-request'];

export function complaintsAbout(
  operation: Operation,
  change: Change,
  received: Received,
): readonly string[] {
  const { status } = received;
  if (status >= 200 && status < 300)
    return change.refuses
      ? [`${status}, although it has to be refused`]
      : complaintsAboutSuccess(operation, received);
  if (status < 400) return [`${status}: neither an answer nor a refusal`];
  return complaintsAboutRefusal(operation, change, received);
}

function complaintsAboutSuccess(
  operation: Operation,
  { status, headers, bytes }: Received,
): readonly string[] {
  const contents = operation.answers[status];
  if (contents === undefined) return [`the document knows no ${status}`];
  const type = headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  const schema = contents['application/json']?.schema;
  if (!isJson || schema === undefined) return [];
  const answer: unknown = JSON.parse(bytes.toString());
  return fitsSchema(schema, answer)
    ? []
    : [`the answer does not fit its schema: ${bytes.toString().slice(0, 300)}`];
}

function complaintsAboutRefusal(
  operation: Operation,
  change: Change,
  { status, headers, bytes }: Received,
): readonly string[] {
  const text = bytes.toString();
  const problem = parse(text);
  const said = `${status} ${toldOf(problem) ?? text.slice(0, 300)}`;
  if (status >= 500) return [said];
  if (!isProblem(problem)) return [`no problem document: ${said}`];
  const code = problem.code as ProblemCode;
  return [
    headers.get('content-type') === 'application/problem+json; charset=utf-8'
      ? ''
      : `of another type: ${said}`,
    PROBLEMS[code].status === status && problem.status === status
      ? ''
      : `the status is not the code's: ${said}`,
    headers.get('x-request-id') === problem.requestId ? '' : `two request ids: ${said}`,
    LEAKS.test(withoutInstance(text)) ? `it tells of what lies behind: ${said}` : '',
    String(status) in operation.answers || OF_EVERY_ROUTE.includes(code)
      ? ''
      : `the document knows no such answer: ${said}`,
    code !== 'validation-failed' || namesField(problem, change)
      ? ''
      : `it does not name ${change.field ?? 'a field'}: ${said}`,
    code !== 'validation-failed' ||
    (problem.errors ?? []).every((error) => error.code !== undefined)
      ? ''
      : `it does not say by a code why: ${said}`,
  ].filter((complaint) => complaint !== '');
}

/** Identifies a problem. */
function toldOf(problem: unknown): string | undefined {
  if (!isProblem(problem)) return undefined;
  const { code, detail = '', errors = [] } = problem;
  return `${code} (${detail.slice(0, 200)}) ${errors.map(({ path }) => path.slice(0, 50)).join(' ')}`;
}

/** The field itself, its parent, or a nested field. */
function namesField({ errors = [] }: Problem, { field, refuses }: Change): boolean {
  // A refusal by the database alone names no field.
  if (field === undefined || !refuses) return errors.length > 0;
  return errors.some(({ path }) => field.startsWith(path) || path.startsWith(field));
}

/** The URL in it comes from the request. */
function withoutInstance(text: string): string {
  return text.replace(/"instance":"(?:[^"\\]|\\.)*"/, '');
}

function isProblem(value: unknown): value is Problem {
  return fitsSchema(Problem, value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
