// The number on a device, and what stands for it where the device has none: any number of meters may have that.

export const NO_SERIAL_NUMBER = 'б/н';

const WRITTEN_AS = /^(?:б\s*[/\\.]?\s*н\.?|без номера)$/iu;

/** The number as it is stored, whichever way people write that there is none. */
export function serialNumberOf(written: string): string {
  return WRITTEN_AS.test(written) ? NO_SERIAL_NUMBER : written;
}
