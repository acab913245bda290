// A fake central bank: a real HTTP server that answers KeyRateXML like the real one, or as malformed as a test needs.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A day and its rate in the bank's answer. */
export type Told = readonly [day: string, rate: string];

export type BankAnswer = (response: ServerResponse) => void;

export type CentralBank = {
  /** The service's address, with the path. */
  readonly url: string;
  /** The requests, in order. */
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
  }[];
  /** Sets how it answers from now on. */
  readonly answerBy: (answer: BankAnswer) => void;
  /** The same, with these rates. */
  readonly tell: (...rates: readonly Told[]) => void;
  /** Closes every connection and stops listening. */
  readonly close: () => Promise<void>;
};

const PATH = '/DailyInfoWebServ/DailyInfo.asmx';

export async function openCentralBank(): Promise<CentralBank> {
  const requests: CentralBank['requests'][number][] = [];
  let answer: BankAnswer = xml(soap(keyRates([])));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      answer(response);
    });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    requests,
    answerBy: (next) => (answer = next),
    tell: (...rates) => (answer = xml(soap(keyRates(rates)))),
    close: async () => {
      const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
      server.close(() => onClosed());
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with the given text. */
export function xml(text: string, status = 200): BankAnswer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
}

/** The envelope of the real service around a result. */
export function soap(result: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body><KeyRateXMLResponse xmlns="http://web.cbr.ru/"><KeyRateXMLResult>${result}</KeyRateXMLResult></KeyRateXMLResponse></soap:Body></soap:Envelope>`;
}

/** The result in the form of the real service. */
export function keyRates(rates: readonly Told[]): string {
  const records = rates.map(
    ([day, rate]) => `<KR><DT>${day}T00:00:00+03:00</DT><Rate>${rate}</Rate></KR>`,
  );
  return `<KeyRate xmlns="">${records.join('')}</KeyRate>`;
}

/** A SOAP fault in the form of ASP.NET. */
export function fault(reason: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${reason}</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>`;
}
