// What can go wrong with a request: a refusal that a service told in a problem document, or no answer at all.
import type { Problem, ProblemCode } from '@kvartplata/contracts/problem.ts';

/** A service's refusal; `unreachable` when there was no answer, `given-up` when whoever asked stopped waiting for it. */
export type FailureCode = ProblemCode | 'unreachable' | 'given-up';

/** A request that did not do what was asked. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: FailureCode;
  /** 0 without an answer. */
  readonly status: number;
  /** The whole document: fields that are wrong, months that it speaks of. */
  readonly problem: Problem | undefined;
  /** Seconds to wait, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: FailureCode,
    status: number,
    {
      problem,
      retryAfter,
      cause,
    }: {
      readonly problem?: Problem | undefined;
      readonly retryAfter?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(
      `${code}: ${problem?.detail ?? problem?.title ?? 'no answer'}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Whether an error is the refusal with this code. */
export function isRefused(error: unknown, code: FailureCode): error is RequestFailure {
  return error instanceof RequestFailure && error.code === code;
}

/** The failure that an answer tells of. */
export async function failureOf(answer: Response): Promise<RequestFailure> {
  const problem = (await answer.json().catch(() => undefined)) as Problem | undefined;
  const code = (problem?.code ?? 'internal-error') as ProblemCode;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(code, answer.status, {
    problem,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
