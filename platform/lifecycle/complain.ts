// Background work fails again and again while something it needs is unavailable: then one log line a minute, without a stack,
// says as much as hundreds. All other failures are logged in full, each time.
import { absenceOf } from '../database/absence.ts';

type Tell = (facts: object, words: string) => void;

const SILENT_MS = 60_000;

/** For expected errors: logs a warning. */
export function warnSometimes(
  log: { readonly warn: Tell },
  words: string,
  nowMs: () => number = () => performance.now(),
): (error: Error) => void {
  let silentUntilMs = -Infinity;
  return (error) => {
    if (nowMs() < silentUntilMs) return;
    silentUntilMs = nowMs() + SILENT_MS;
    // An error of several refused addresses has only a code.
    const reason = error.message || (error as NodeJS.ErrnoException).code || error.name;
    log.warn({ reason }, words);
  };
}

/** For errors of work that needs the database: only its being unavailable is expected. */
export function createComplaint(
  log: { readonly warn: Tell; readonly error: Tell },
  words: string,
  nowMs?: () => number,
): (error: unknown) => void {
  const warn = warnSometimes(log, words, nowMs);
  return (error) => {
    const absence = absenceOf(asError(error));
    if (absence === undefined) log.error({ err: error }, words);
    else warn(new Error(absence));
  };
}

/** The queue's library reports errors as plain objects. */
function asError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const { message = '' } = error as { readonly message?: string };
  return Object.assign(new Error(message), error);
}
