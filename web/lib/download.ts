// Downloads a file of a service through the browser.

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

export async function download(
  file: FileOf,
  { signal, fileName, onProgress }: DownloadOptions = {},
): Promise<void> {
  const answer = await file(signal === undefined ? {} : { signal });
  const url = URL.createObjectURL(await read(answer, onProgress));
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

async function read(answer: Response, onProgress: DownloadOptions['onProgress']): Promise<Blob> {
  if (answer.body === null || onProgress === undefined) return answer.blob();
  const of = Number(answer.headers.get('content-length') ?? 0);
  const type = answer.headers.get('content-type') ?? '';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    onProgress({ bytes, of });
  }
  return new Blob(chunks, { type });
}
