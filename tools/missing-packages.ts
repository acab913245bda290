// `node tools/missing-packages.ts`: the Debian packages that some tests need and that are not installed here.
import { findProgram, PROGRAMS, type ProgramName } from '@kvartplata/platform/testing/programs.ts';
import { isHelpTold } from './platform/command-help.ts';

const HELP = `Names the Debian packages that some tests need and that are not installed here, one a line.

  node tools/missing-packages.ts

  --help   this text`;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
for (const name of Object.keys(PROGRAMS) as ProgramName[])
  if (findProgram(name) === undefined) console.log(PROGRAMS[name].package);
