// A file of a service, kept where the browser keeps what it downloads.
import { askFile, type Asked } from './api.ts';
import type { ServiceName } from './services.ts';

/** How much of a file is here: undefined while it is being made; `of` is 0 where nobody knows beforehand. */
export type Progress = { readonly bytes: number; readonly of: number } | undefined;

export type DownloadOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

/** @param fileName undefined: the service's own name */
async function saveFile(
  answer: Response,
  fileName: string | undefined,
  onProgress?: DownloadOptions['onProgress'],
): Promise<void> {
  const url = URL.createObjectURL(await read(answer, onProgress));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName ?? nameOf(answer);
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param fileName undefined: the service's own name */
export async function download(
  service: ServiceName,
  path: string,
  query: Asked['query'],
  fileName: string | undefined,
  { signal, onProgress }: DownloadOptions = {},
): Promise<void> {
  const answer = await askFile(service, path, {
    ...(query === undefined ? {} : { query }),
    ...(signal === undefined ? {} : { signal }),
  });
  await saveFile(answer, fileName, onProgress);
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
