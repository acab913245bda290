// Imports between the top folders: dependencies point only one way.
import { importsOf } from './imports.ts';
import { isTest, isTypeScript, type Rule, type SourceFile, type Violation } from './rule.ts';

/** Nothing imports from its right. */
const LAYERS = ['domain', 'contracts', 'client', 'platform', 'services', 'web'];
/** They may import all of these; the product does not import them. */
const ON_TOP = ['acceptance', 'faults', 'distributed', 'tools', 'bench'];
/** They import what they need, and nothing imports them: one will be removed some day, the other is packed for others. */
const ALONE = ['migrate-from', 'command-line'];

/**
 * domain → contracts → client → platform → services → web; a service never imports another; acceptance, faults, distributed,
 * tools and bench import all of them, migrate-from and command-line those too.
 */
export const layers: Rule = (files) => files.filter(isTypeScript).flatMap(wrongLayers);

function wrongLayers(file: SourceFile): readonly Violation[] {
  return importsOf(file).flatMap(({ target, line }) => {
    const message = target === undefined ? undefined : layerProblem(file.path, target);
    return message === undefined ? [] : [{ path: file.path, line, rule: 'layers', message }];
  });
}

function layerProblem(path: string, target: string): string | undefined {
  const from = topOf(path);
  const to = topOf(target);
  if (ALONE.includes(to) && from !== to) return `nothing imports ${to}`;
  if (!LAYERS.includes(from)) return undefined;
  if (ON_TOP.includes(to)) return `nothing of the product imports ${to}`;
  if (LAYERS.indexOf(to) > LAYERS.indexOf(from)) return `${from} does not import ${to}`;
  if (from !== 'services' || to !== 'services') return undefined;
  const [own, other] = [secondOf(path), secondOf(target)];
  return own === other ? undefined : `the ${own}-service does not import the ${other}-service`;
}

/** In `web/`: pages → features → ui → lib, and no feature imports another; main and router are on top. */
const WEB_LAYERS = ['lib', 'ui', 'features', 'pages'];

export const webLayers: Rule = (files) =>
  files.filter((file) => isTypeScript(file) && topOf(file.path) === 'web').flatMap(wrongWebLayers);

function wrongWebLayers(file: SourceFile): readonly Violation[] {
  return importsOf(file).flatMap(({ target, line }) => {
    const message =
      target === undefined || topOf(target) !== 'web'
        ? undefined
        : webLayerProblem(file.path, target);
    return message === undefined ? [] : [{ path: file.path, line, rule: 'web-layers', message }];
  });
}

function webLayerProblem(path: string, target: string): string | undefined {
  const [from, to] = [secondOf(path), secondOf(target)];
  const place = WEB_LAYERS.indexOf(from);
  if (place === -1) return undefined;
  if (!WEB_LAYERS.includes(to) || WEB_LAYERS.indexOf(to) > place)
    return `${from} of the page does not import ${to}`;
  const [own, other] = [path.split('/')[2], target.split('/')[2]];
  const isAcross = from === 'features' && to === 'features' && own !== other;
  return isAcross ? `the feature ${own} does not import the feature ${other}` : undefined;
}

/** The domain is pure: it imports only itself. Its tests may import test tools. */
export const pureDomain: Rule = (files) =>
  files
    .filter((file) => isTypeScript(file) && topOf(file.path) === 'domain' && !isTest(file.path))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target === undefined)
        .map(({ specifier, line }) => ({
          path: file.path,
          line,
          rule: 'pure-domain',
          message: `the domain imports no module from outside, not ${specifier}`,
        })),
    );

function topOf(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

function secondOf(path: string): string {
  return path.split('/')[1] ?? '';
}
