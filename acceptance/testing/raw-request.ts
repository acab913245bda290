// A request with exactly the given header lines: what no HTTP client would send.
import { sendRaw } from '@kvartplata/platform/testing/raw-http.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** @param lines header lines besides Host */
export async function askRaw(
  url: string,
  lines: readonly string[],
  method = 'GET',
  body = '',
): Promise<RawAnswer> {
  const { host, port, pathname, search } = new URL(url);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, 'connection: close'];
  if (body !== '') head.push(`content-length: ${Buffer.byteLength(body)}`);
  const answer = await sendRaw(Number(port), `${[...head, ...lines].join('\r\n')}\r\n\r\n${body}`);
  const end = answer.indexOf('\r\n\r\n');
  const [status = '', ...fields] = answer.slice(0, end).split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(status)?.[1]),
    headers: new Headers(
      fields.map((field): [string, string] => {
        const [name = '', value = ''] = field.split(/: (.*)/s);
        return [name, value];
      }),
    ),
    text: answer.slice(end + 4),
  };
}
