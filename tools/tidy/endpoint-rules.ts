// Operations: each has its own name, is documented on a page, and its URL is written only once.
import { codeOf } from './code-text.ts';
import { isTypeScript, lineAt, type Rule, type SourceFile, type Violation } from './rule.ts';

type Declared = {
  readonly file: SourceFile;
  readonly index: number;
  /** Its exported name. */
  readonly name: string;
  readonly id: string;
  readonly path: string;
};

const DECLARATION = /^export const (\w+) = endpoint\(\{(.*?)^\}\);/gms;

/** An operation is exported under its id, which is unique across all services. */
export const endpointNames: Rule = (files) => {
  const declared = declaredIn(files);
  return declared.flatMap((one) => {
    const message =
      one.name !== one.id
        ? `${one.name} calls itself ${one.id}`
        : declared.find(({ id }) => id === one.id) !== one
          ? `${one.id} is there already`
          : undefined;
    return message === undefined
      ? []
      : [violationAt(one.file, one.index, 'endpoint-names', message)];
  });
};

/** A reference page contains the URL of every operation. */
export const endpointPages: Rule = (files) => {
  const pages = files.filter(({ path }) => path.startsWith('docs/reference/'));
  return declaredIn(files)
    .filter(({ path }) => !pages.some(({ text }) => text.includes(path)))
    .map(({ file, index, path }) =>
      violationAt(file, index, 'endpoint-pages', `no page in docs/reference names ${path}`),
    );
};

/** Tests of code that knows no service make up routes. */
const MAKES_UP_ROUTES = /^(?:contracts|client)\/|^(?:platform|tools\/tidy)\/.*\.test\.ts$/;

/** Only contracts and the client contain URLs; everybody else uses operations. */
export const addresses: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && !MAKES_UP_ROUTES.test(file.path))
    .flatMap(addressesIn);

/** Where a string or a template contains `/api/…` at its beginning, or after a substitution. */
function addressesIn(file: SourceFile): readonly Violation[] {
  const code = codeOf(file.text);
  return [...file.text.matchAll(/['"`}](\/api\/[a-z][\w/-]*)/g)]
    .filter(({ index }) => code[index] !== ' ')
    .map(({ index, 1: address = '' }) =>
      violationAt(
        file,
        index,
        'addresses',
        `${address} is an operation’s: ask that for its address`,
      ),
    );
}

/** Every operation of the contracts. */
export function declaredIn(files: readonly SourceFile[]): readonly Declared[] {
  return files
    .filter((file) => isTypeScript(file) && file.path.startsWith('contracts/'))
    .flatMap((file) =>
      [...file.text.matchAll(DECLARATION)].map(({ index, 1: name = '', 2: body = '' }) => ({
        file,
        index,
        name,
        id: /^  id: '(\w+)'/m.exec(body)?.[1] ?? '',
        path: /^  path: '([^']+)'/m.exec(body)?.[1] ?? '',
      })),
    );
}

function violationAt(file: SourceFile, index: number, rule: string, message: string): Violation {
  return { path: file.path, line: lineAt(file.text, index), rule, message };
}
