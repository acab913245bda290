// Where a refusal of a sheet of readings belongs: to the rows, or to the day that all of them were sent with.
import { RequestFailure, type FailureCode } from '@kvartplata/client/request-failure.ts';
import type { FieldProblem } from '@kvartplata/contracts/problem.ts';
import { failureWords } from '../../lib/failure-texts.ts';
import type { Language } from '../../lib/in-both.ts';
import { sayReason } from '../../lib/reason-texts.ts';

export type SheetRefusals = {
  /** By meter. */
  readonly rows: ReadonlyMap<number, string>;
  /** Undefined if the day is not to blame. */
  readonly day: string | undefined;
};

/** The service refers to each refused row by its index, and puts the code before its message. */
export function refusalsOf(
  error: unknown,
  sent: readonly { readonly meterId: number }[],
  language: Language,
): SheetRefusals {
  const failure = error instanceof RequestFailure ? error : undefined;
  const { what } = failureWords[language];
  const rows = new Map<number, string>();
  let day: string | undefined;
  for (const field of failure?.problem?.errors ?? []) {
    const meterId = sent[Number(field.path.split('/')[1])]?.meterId;
    const said =
      sayReason(field, language) ?? what[codeOf(field)] ?? what[failure?.code ?? 'internal-error'];
    if (isOfDay(field)) day ??= said;
    else if (meterId !== undefined) rows.set(meterId, said);
  }
  return { rows, day };
}

/** The day itself is wrong, whatever the meter: only the order of a meter's readings is a matter of its row. */
function isOfDay(field: FieldProblem): boolean {
  return (
    field.path.endsWith('/takenOn') &&
    (field.code !== undefined || codeOf(field) === 'reading-in-future')
  );
}

function codeOf({ message }: FieldProblem): FailureCode {
  return message.split(':', 1)[0] as FailureCode;
}
