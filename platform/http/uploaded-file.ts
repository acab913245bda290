// Files uploaded in a form, each in a field of its own and with its own limit: they are written to disk as they arrive, so that
// their size does not matter for memory.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FileHandle } from 'node:fs/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { TSchema } from 'typebox';
import { compileOnUse } from './compile-on-use.ts';
import { openNameless, writeWhole } from './nameless-file.ts';
import { invalidField, Refusal } from './refusal.ts';
import type { HttpServer } from './server.ts';
import { compileValidator } from './validation.ts';

export type UploadedFile = {
  /** The sender's name for it, without a path and of at most 255 characters. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
  readonly handle: FileHandle;
};

export type UploadLimits = {
  /** The only field of the form. */
  readonly field: string;
  readonly maxBytes: number;
};

const MAX_NAME_CHARACTERS = 255;
/** Size limit for the form around the files. */
const MAX_FORM_BYTES = 16_384;
const MAX_HEADER_BYTES = 8_192;
const MAX_HEADERS = 20;

/**
 * Adds routes that accept only `multipart/form-data`; their handlers read it with `withUploadedFile` after checking that the
 * caller may send it.
 */
export function uploadRoutes(app: HttpServer, routes: (part: HttpServer) => void): void {
  void app.register(async (part: HttpServer) => {
    part.removeAllContentTypeParsers();
    part.addContentTypeParser('multipart/form-data', async () => null);
    const compile = compileOnUse(compileValidator);
    part.setValidatorCompiler<TSchema>((schema) =>
      // The schema of a form is only documentation.
      schema.httpPart === 'body' ? (value: unknown) => ({ value }) : compile(schema),
    );
    routes(part);
  });
}

/** The whole content, for a file small enough to be held in memory. */
export async function readUploaded({ handle, bytes }: UploadedFile): Promise<Buffer> {
  const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer;
}

/**
 * Receives the file, runs the work with it, and closes it.
 * @throws Refusal unsupported-media-type, body-too-large, malformed-request, validation-failed for other fields,
 *   dependency-unavailable when the disk is full
 */
export async function withUploadedFile<T>(
  request: IncomingMessage,
  { field, maxBytes }: UploadLimits,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  return withUploadedFiles(request, { fields: [field], maxBytes }, async (files) => {
    const file = files[field];
    if (file === undefined) throw invalidField(`/${field}`, 'is required', { code: 'required' });
    return work(file);
  });
}

/**
 * The same for a form that may have several files.
 * @param limits the fields, all of them optional, and the size limit of each file
 */
export async function withUploadedFiles<T, const Field extends string>(
  request: IncomingMessage,
  limits: { readonly fields: readonly Field[]; readonly maxBytes: number },
  work: (files: Readonly<Partial<Record<Field, UploadedFile>>>) => Promise<T>,
): Promise<T> {
  const handles: FileHandle[] = [];
  try {
    while (handles.length < limits.fields.length) handles.push(await openNameless());
    return await work(await receive(request, limits, handles));
  } finally {
    for (const handle of handles) await handle.close();
  }
}

async function receive<Field extends string>(
  request: IncomingMessage,
  { fields, maxBytes }: { readonly fields: readonly Field[]; readonly maxBytes: number },
  handles: readonly FileHandle[],
): Promise<Partial<Record<Field, UploadedFile>>> {
  if (Number(request.headers['content-length']) > (maxBytes + MAX_FORM_BYTES) * fields.length)
    throw tooLarge(maxBytes);
  const form = formOf(request, { maxBytes, files: fields.length });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let content: BusboyFileStream | undefined;
  const saved = new Map<Field, Promise<UploadedFile>>();
  form.on('file', (name, stream, fileName) => {
    content = stream;
    stream.on('limit', () => reject(tooLarge(maxBytes)));
    // A refused or interrupted file may still emit an error.
    stream.on('error', reject);
    const field = fields.find((known) => known === name);
    const handle = field && handles[fields.indexOf(field)];
    if (field === undefined || handle === undefined || saved.has(field)) {
      stream.resume();
      return reject(
        field === undefined
          ? unknownField(name)
          : invalidField(`/${field}`, 'is one file', { code: 'repeated' }),
      );
    }
    const saving = save(stream, fileName, handle);
    saving.catch(reject);
    saved.set(field, saving);
  });
  form.on('field', (name) => reject(unknownField(name)));
  form.on('partsLimit', () =>
    reject(
      invalidField(`/${fields.join(', ')}`, 'is one file and nothing else', {
        code: 'unknown-field',
      }),
    ),
  );
  form.on('finish', resolve);
  form.on('error', reject);
  request.on('error', reject);
  const onClose = (): void => {
    if (!request.readableEnded) reject(new Error('the sender went away'));
  };
  // It may have gone while the file was being opened.
  if (request.destroyed) onClose();
  request.on('close', onClose);
  request.pipe(form);
  try {
    await ended;
    const files: Partial<Record<Field, UploadedFile>> = {};
    for (const [field, saving] of saved) files[field] = await saving;
    return files;
  } catch (error) {
    content?.destroy();
    throw error instanceof Refusal ? error : unreadable(error);
  } finally {
    // The rest of the request is read and discarded, so that the sender gets to read the response.
    request.unpipe(form);
    request.resume();
  }
}

function formOf(
  request: IncomingMessage,
  { maxBytes, files }: { readonly maxBytes: number; readonly files: number },
): BusboyInstance {
  const { 'content-type': contentType = '' } = request.headers;
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new Refusal('unsupported-media-type', 'Send multipart/form-data');
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        fileSize: maxBytes,
        files,
        parts: files,
        fieldSize: 1,
        headerPairs: MAX_HEADERS,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
}

async function save(
  stream: BusboyFileStream,
  fileName: string | undefined,
  handle: FileHandle,
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await writeWhole(handle, chunk, bytes);
    bytes += chunk.length;
  }
  return { name: nameOf(fileName), bytes, hash: hash.digest('hex'), handle };
}

/** Without control characters and without a path, also one of Windows. */
function nameOf(fileName = ''): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  const name = last
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return name.slice(0, MAX_NAME_CHARACTERS) || 'file';
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('body-too-large', `A file has at most ${maxBytes / 1_048_576} MiB`);
}

function unknownField(name: string): Refusal {
  return invalidField(`/${name.slice(0, 100)}`, 'is not a known field', {
    code: 'unknown-field',
  });
}

function unreadable(cause: unknown): Refusal {
  return new Refusal('malformed-request', 'The form cannot be read', { cause });
}
