// A device's serial number, and the placeholder for devices without one, which any number of meters may have.

export const NO_SERIAL_NUMBER = 'б/н';

const WRITTEN_AS = /^(?:б\s*[/\\.]?\s*н\.?|без номера)$/iu;

/** The number as it is stored; the various ways to write "no number" become one. */
export function serialNumberOf(written: string): string {
  return WRITTEN_AS.test(written) ? NO_SERIAL_NUMBER : written;
}
