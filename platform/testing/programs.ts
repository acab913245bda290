// Debian programs that some tests need besides npm packages: where each is, and what happens to a test without it.
import { globSync } from 'node:fs';
import path from 'node:path';

type Program = {
  /** Possible places, the first found is used; a name is looked up in PATH. */
  readonly places: readonly string[];
  /** Debian's package. */
  readonly package: string;
};

export const PROGRAMS = {
  'redis-server': { places: ['redis-server'], package: 'redis-server' },
  chromium: {
    // The first is headless only, and starts in half the time.
    places: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium-headless-shell',
  },
  oathtool: { places: ['oathtool'], package: 'oathtool' },
  hledger: { places: ['hledger'], package: 'hledger' },
  pdftoppm: { places: ['pdftoppm'], package: 'poppler-utils' },
  xmllint: { places: ['xmllint'], package: 'libxml2-utils' },
  soffice: { places: ['soffice'], package: 'libreoffice-calc-nogui' },
  promtool: { places: ['promtool'], package: 'prometheus' },
  nginx: { places: ['nginx'], package: 'nginx-light' },
  libfaketime: { places: ['/usr/lib/*/faketime/libfaketime.so.1'], package: 'faketime' },
  'PostgreSQL 15': { places: ['/usr/lib/postgresql/15/bin/postgres'], package: 'postgresql-15' },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** Its path; undefined when it is not installed. */
export function findProgram(name: ProgramName): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return PROGRAMS[name].places
    .flatMap((place) =>
      path.isAbsolute(place) ? [place] : folders.map((folder) => path.join(folder, place)),
    )
    .flatMap((place) => globSync(place))[0];
}

/** @throws Error that names its package when it is not installed */
export function getProgram(name: ProgramName): string {
  const found = findProgram(name);
  if (found === undefined) throw new Error(reason(name));
  return found;
}

/**
 * Why a test that needs these programs is skipped; false when all are installed.
 * @throws Error instead when STRICT=1 forbids skipping tests because of missing programs
 */
export function missing(...names: readonly ProgramName[]): string | false {
  const name = names.find((one) => findProgram(one) === undefined);
  if (name === undefined) return false;
  if (process.env['STRICT'] === '1') throw new Error(reason(name));
  return reason(name);
}

function reason(name: ProgramName): string {
  return `no ${name} here: Debian’s package ${PROGRAMS[name].package} has it`;
}
