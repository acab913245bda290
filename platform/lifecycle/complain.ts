// Work that goes on in the background fails again and again while what it asks is unavailable: then a line a minute tells as much as
// hundreds, and needs no stack. Whatever else fails is told whole, each time.
import { absenceOf } from '../database/absence.ts';

type Tell = (facts: object, words: string) => void;

const SILENT_MS = 60_000;

/** For errors that are expected: the line is a warning. */
export function warnSometimes(
  log: { readonly warn: Tell },
  words: string,
  nowMs: () => number = () => performance.now(),
): (error: Error) => void {
  let silentUntilMs = -Infinity;
  return (error) => {
    if (nowMs() < silentUntilMs) return;
    silentUntilMs = nowMs() + SILENT_MS;
    // Of several addresses that refused there is only a code.
    const reason = error.message || (error as NodeJS.ErrnoException).code || error.name;
    log.warn({ reason }, words);
  };
}

/** For errors of work that needs the database: only that it is unavailable is expected. */
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

/** The queue's library tells errors as plain objects. */
function asError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null) return error;
  const { message = '' } = error as { readonly message?: string };
  return Object.assign(new Error(message), error);
}
