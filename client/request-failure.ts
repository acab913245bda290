// How a request can fail: refused by a service with a problem document, or without any response.
import type { Problem, ProblemCode } from '@kvartplata/contracts/problem.ts';

/** A service's refusal; `unreachable` without a response, `given-up` when the caller stopped waiting for it. */
export type FailureCode = ProblemCode | 'unreachable' | 'given-up';

/** A request that failed. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: FailureCode;
  /** 0 without a response. */
  readonly status: number;
  /** The whole document, with the invalid fields or the months that it refers to. */
  readonly problem: Problem | undefined;
  /** Seconds to wait, if the service said so. */
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

/** Whether an error is a refusal with this code. */
export function isRefused(error: unknown, code: FailureCode): error is RequestFailure {
  return error instanceof RequestFailure && error.code === code;
}

/** Whether a write may have happened all the same: there was no response, an error, or the first of its tries is still running. */
export function mayHaveHappened({ status, code }: RequestFailure): boolean {
  return status === 0 || status >= 500 || code === 'idempotency-key-in-use';
}

/** The failure that a response describes. */
export async function failureOf(answer: Response): Promise<RequestFailure> {
  const problem = (await answer.json().catch(() => undefined)) as Problem | undefined;
  const code = (problem?.code ?? 'internal-error') as ProblemCode;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(code, answer.status, {
    problem,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
