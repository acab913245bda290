// Requests key rates from the Bank of Russia's SOAP service: one POST, a deadline for the whole answer, and a limit on how much
// of it is read into memory.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { KeyRateAnswerError } from './key-rate-answer.ts';

export type KeyRateClient = {
  /**
   * The bytes of the answer, whatever they contain.
   * @param days both inclusive
   * @throws KeyRateAnswerError, or the reason of `signal`
   */
  readonly ask: (
    days: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
    signal?: AbortSignal,
  ) => Promise<Uint8Array>;
};

export type KeyRateClientOptions = {
  /** The service's address, with its path. */
  readonly url: string;
  /** For the whole answer, however slowly it arrives. */
  readonly answerMs?: number;
};

const ANSWER_MS = 15_000;
const MAX_BYTES = 1_048_576;
const ACTION = 'http://web.cbr.ru/KeyRateXML';

export function createKeyRateClient({
  url,
  answerMs = ANSWER_MS,
}: KeyRateClientOptions): KeyRateClient {
  return {
    ask: async ({ from, to }, signal) => {
      const deadline = AbortSignal.timeout(answerMs);
      const signals = signal === undefined ? [deadline] : [deadline, signal];
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: ACTION },
          body: envelope(from, to),
          redirect: 'error',
          signal: AbortSignal.any(signals),
        });
        if (response.ok) return await readBounded(response);
        await response.body?.cancel();
        throw away(`it answers ${response.status}`);
      } catch (error) {
        if (error instanceof KeyRateAnswerError) throw error;
        signal?.throwIfAborted();
        const why = deadline.aborted ? `no whole answer in ${answerMs} ms` : 'the connection fails';
        throw away(why, error);
      }
    },
  };
}

/** The limit applies to the decompressed text. */
async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > MAX_BYTES)
      throw new KeyRateAnswerError(
        'spoiled',
        `the Bank of Russia's answer is unusable: it is longer than ${MAX_BYTES} bytes`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function envelope(from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <KeyRateXML xmlns="http://web.cbr.ru/">
      <fromDate>${formatDay(from)}T00:00:00</fromDate>
      <ToDate>${formatDay(to)}T00:00:00</ToDate>
    </KeyRateXML>
  </soap:Body>
</soap:Envelope>`;
}

function away(why: string, cause?: unknown): KeyRateAnswerError {
  return new KeyRateAnswerError('away', `the Bank of Russia cannot be asked: ${why}`, cause);
}
