// Downloads a file of a service through the browser.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';

/** How much of a file has arrived: undefined while it is being made; `of` is 0 if the total is unknown. */
export type Progress = { readonly bytes: number; readonly of: number } | undefined;

/** Requests a file; the response's body is not read yet. */
export type FileOf = (options: { readonly signal?: AbortSignal }) => Promise<Response>;

export type DownloadOptions = {
  readonly signal?: AbortSignal;
  /** Instead of the service's own name. */
  readonly fileName?: string;
  readonly onProgress?: (progress: Progress) => void;
};

export async function download(file: FileOf, options: DownloadOptions = {}): Promise<void> {
  const { signal, fileName } = options;
  const answer = await file(signal === undefined ? {} : { signal });
  const url = URL.createObjectURL(await readFile(answer, options));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName ?? nameOf(answer);
  link.click();
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
}

/** @throws RequestFailure when the connection is lost before the end */
export async function readFile(
  { headers, body }: Response,
  { signal, onProgress }: Pick<DownloadOptions, 'signal' | 'onProgress'> = {},
): Promise<Blob> {
  const of = Number(headers.get('content-length') ?? 0);
  const type = headers.get('content-type') ?? '';
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Not every browser can iterate over a stream.
  const reader = body?.getReader();
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      pieces.push(read.value);
      bytes += read.value.byteLength;
      onProgress?.({ bytes, of });
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new RequestFailure('unreachable', 0, { cause });
  }
  return new Blob(pieces, { type });
}
