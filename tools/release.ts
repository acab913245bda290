// `npm run release -- [--service <name>] <version> [--dry-run]`: versions, one commit and one tag (specification 9).
import { carryOut } from './release/carry-out.ts';
import { describeEdit } from './release/changed-lines.ts';
import { HELP, readCommandLine, type Request } from './release/command-line.ts';
import { planRelease, type Plan } from './release/plan.ts';
import { readProject } from './release/project.ts';
import { ReleaseRefusal } from './release/refusal.ts';
import { branchOf, findObstacle, git, hasTag, remoteOf } from './release/repository.ts';

try {
  const request = readCommandLine(process.argv.slice(2), process.env);
  console.log(request === 'help' ? HELP : release(process.cwd(), request));
} catch (error) {
  if (!(error instanceof ReleaseRefusal)) throw error;
  console.error(`Not released: ${error.message}`);
  process.exitCode = 1;
}

/** @returns the output for the user */
function release(root: string, request: Request): string {
  const plan = planRelease(readProject(root), request, Temporal.Now.plainDateISO('UTC'));
  if (hasTag(root, plan.tag)) throw new ReleaseRefusal(`The tag ${plan.tag} is already there.`);
  const obstacle = findObstacle(root);
  if (request.isDryRun) return rehearsal(plan, obstacle);
  if (obstacle !== undefined) throw new ReleaseRefusal(obstacle);
  carryOut(root, plan);
  return farewell(root, plan);
}

/** A dry run changes nothing, so obstacles are reported and not refused. */
function rehearsal({ edits, commitMessage, tag }: Plan, obstacle: string | undefined): string {
  return [
    ...edits.map((edit) => `${describeEdit(edit)}\n`),
    `commit  ${commitMessage}`,
    `tag     ${tag}`,
    '',
    'Nothing is changed: this was a dry run.',
    ...(obstacle === undefined ? [] : [`In earnest it would be refused now: ${obstacle}`]),
  ].join('\n');
}

function farewell(root: string, { edits, commitMessage, tag }: Plan): string {
  const branch = branchOf(root) ?? 'HEAD';
  return `${edits.map(({ path }) => `  ${path}`).join('\n')}

commit  ${git(root, 'rev-parse', '--short', 'HEAD')} ${commitMessage}
tag     ${tag}

Nothing is pushed. To publish it:

  git push --atomic ${remoteOf(root, branch)} ${branch} ${tag}`;
}
