// An expected refusal: thrown anywhere, turned into a problem document in one place.
import { PROBLEMS, type FieldError, type ProblemCode } from '@kvartplata/contracts/problem.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail?: string, more: RefusalMore = {}) {
    super(
      detail ?? PROBLEMS[code].title,
      more.cause === undefined ? undefined : { cause: more.cause },
    );
    this.code = code;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

type RefusalMore = {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
};

/** A 400 that names one field. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('validation-failed', `${path} ${message}`, { errors: [{ path, message }] });
}

export function notFound(what: string): Refusal {
  return new Refusal('not-found', `${what} was not found`);
}
