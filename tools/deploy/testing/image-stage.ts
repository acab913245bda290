// Parses a Dockerfile as far as we use it: its stages, what each copies from the project, and what it runs.
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser, type Copy } from 'dockerfile-ast';
import { ROOT } from '../../platform/service-environment.ts';

export type Stage = {
  readonly name: string | undefined;
  readonly from: string;
  /** From the project, not from another stage: the sources, and last the destination. */
  readonly copies: readonly (readonly string[])[];
  readonly user: string | undefined;
  readonly command: readonly string[];
  readonly hasHealthCheck: boolean;
  readonly folder: string | undefined;
};

export function readStages(file: string): readonly Stage[] {
  const dockerfile = DockerfileParser.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  const froms = dockerfile.getFROMs();
  return froms.map((from, index) => {
    const start = from.getRange().start.line;
    const end = froms[index + 1]?.getRange().start.line ?? Number.POSITIVE_INFINITY;
    const own = dockerfile.getInstructions().filter((instruction) => {
      const { line } = instruction.getRange().start;
      return line > start && line < end;
    });
    const last = (keyword: string): string | undefined =>
      own.findLast((instruction) => instruction.getKeyword() === keyword)?.getArgumentsContent() ??
      undefined;
    return {
      name: from.getBuildStage() ?? undefined,
      from: from.getImage() ?? '',
      copies: dockerfile
        .getCOPYs()
        .filter((copy: Copy) => own.includes(copy) && copy.getFromFlag() === null)
        .map((copy: Copy) => copy.getArguments().map((argument) => argument.getValue())),
      user: last('USER'),
      command: JSON.parse(last('CMD') ?? '[]') as readonly string[],
      hasHealthCheck: last('HEALTHCHECK') !== undefined,
      folder: last('WORKDIR'),
    };
  });
}

/** What a stage has from the project, including the stages that it is based on. */
export function copiesOf(stages: readonly Stage[], name: string): readonly (readonly string[])[] {
  const stage = stages.find((one) => one.name === name);
  return stage === undefined ? [] : [...copiesOf(stages, stage.from), ...stage.copies];
}

/** Puts the files of an image into a folder, with only the packages needed in production. */
export function layImage(copies: readonly (readonly string[])[], folder: string): void {
  for (const copy of copies) {
    const target = path.join(folder, copy.at(-1) ?? '');
    for (const source of copy.slice(0, -1)) {
      const isFolder = copy.length > 2 || (copy.at(-1) ?? '').endsWith('/');
      cpSync(
        path.join(ROOT, source),
        isFolder ? path.join(target, path.basename(source)) : target,
        {
          recursive: true,
          filter: (file) => !/\.test\.ts$|\/node_modules$|\/web\/dist$/.test(file),
        },
      );
    }
  }
  linkPackages(folder);
}

function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>;
  };
  for (const [place, { dev, link, resolved }] of Object.entries(packages)) {
    if (!/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) || dev === true) continue;
    if (globSync(place, { cwd: ROOT }).length === 0) continue;
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    symlinkSync(
      path.join(link === true ? folder : ROOT, link === true ? (resolved ?? '') : place),
      path.join(folder, place),
    );
  }
  for (const service of readdirSync(path.join(ROOT, 'services'))) {
    const own = path.join('services', service, 'node_modules');
    if (globSync(own, { cwd: ROOT }).length > 0)
      symlinkSync(path.join(ROOT, own), path.join(folder, own));
  }
}
