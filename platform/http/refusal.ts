// An expected refusal: thrown anywhere, converted to a problem document in one place.
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { Dependency } from '@kvartplata/contracts/job-errors.ts';
import { PROBLEMS, type NamedPart, type ProblemCode } from '@kvartplata/contracts/problem.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly NamedPart[] | undefined;
  readonly months: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly dependency: Dependency | undefined;

  constructor(code: ProblemCode, detail?: string, more: RefusalMore = {}) {
    super(
      detail ?? PROBLEMS[code].title,
      more.cause === undefined ? undefined : { cause: more.cause },
    );
    this.code = code;
    this.errors = more.errors;
    this.months = more.months;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.dependency = more.dependency;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

type RefusalMore = {
  readonly errors?: readonly NamedPart[];
  /** `YYYY-MM`, the months that the refusal is about. */
  readonly months?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** The dependency that is unavailable. */
  readonly dependency?: Dependency;
  readonly cause?: unknown;
};

/** A 400 that names one field. @param reason for pages, which word it in their own language */
export function invalidField(path: string, message: string, reason: FieldReason): Refusal {
  return new Refusal('validation-failed', `${path} ${message}`.trimStart(), {
    errors: [{ path, message, reason }],
  });
}

/** For a field with a day that is too early. @param day the first allowed one, `YYYY-MM-DD` */
export function tooEarly(path: string, day: string): Refusal {
  return invalidField(path, `must not be before ${day}`, { code: 'before-day', params: { day } });
}

export function notFound(what: string): Refusal {
  return new Refusal('not-found', `${what} was not found`);
}
