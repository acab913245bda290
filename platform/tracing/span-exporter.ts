// Sends spans to a collector in batches, as OTLP in JSON over HTTP. Traces are optional: spans that cannot be sent are dropped,
// and nothing waits for them.

export type SpanKind = 'server' | 'client';

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startedAtNs: bigint;
  readonly endedAtNs: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
};

export type SpanExporter = {
  readonly add: (span: Span) => void;
  readonly close: () => Promise<void>;
};

const EVERY_MS = 2_000;
const AT_MOST = 512;
/** Limits what is kept while the collector is unavailable. */
const KEPT = 4_096;
const TIMEOUT_MS = 3_000;
const KINDS: Readonly<Record<SpanKind, number>> = { server: 2, client: 3 };
const ERROR = 2;

export function createSpanExporter({
  service,
  endpoint,
  onError,
}: {
  readonly service: string;
  readonly endpoint: string;
  readonly onError: (error: Error) => void;
}): SpanExporter {
  let waiting: Span[] = [];
  let sending = Promise.resolve();
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, AT_MOST);
      try {
        const answer = await fetch(`${endpoint}/v1/traces`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(requestOf(service, spans)),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      } catch (error) {
        // While the collector is unavailable, sending the rest would fail as well.
        waiting = [];
        onError(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  const flush = async (): Promise<void> => (sending = sending.then(send));
  const timer = setInterval(() => void flush(), EVERY_MS).unref();
  return {
    add: (span) => {
      if (waiting.length < KEPT) waiting.push(span);
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

function requestOf(service: string, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': `${service}-service` }) },
        scopeSpans: [{ scope: { name: 'kvartplata' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf({ kind, startedAtNs, endedAtNs, attributes, failed, ...span }: Span): object {
  return {
    ...span,
    kind: KINDS[kind],
    startTimeUnixNano: String(startedAtNs),
    endTimeUnixNano: String(endedAtNs),
    attributes: attributesOf(attributes),
    status: failed ? { code: ERROR } : {},
  };
}

function attributesOf(attributes: Span['attributes']): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
