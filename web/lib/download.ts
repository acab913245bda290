// A file of a service, kept where the browser keeps what it downloads.
import { askFile, type Asked } from './api.ts';
import type { ServiceName } from './services.ts';

export async function download(
  service: ServiceName,
  path: string,
  query: Asked['query'],
  fileName: string,
): Promise<void> {
  const url = URL.createObjectURL(
    await askFile(service, path, query === undefined ? {} : { query }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
