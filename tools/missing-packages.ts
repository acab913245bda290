// `node tools/missing-packages.ts`: the Debian packages that some tests need and that are not installed here.
import { findProgram, PROGRAMS, type ProgramName } from '@kvartplata/platform/testing/programs.ts';

for (const name of Object.keys(PROGRAMS) as ProgramName[])
  if (findProgram(name) === undefined) console.log(PROGRAMS[name].package);
