// Runs a program as users do, and keeps its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The program's input; by default none. */
  readonly input?: string;
};

export async function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd, input = '' }: Surroundings,
): Promise<Ran> {
  const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that reads no input may have ended before it gets any.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const said = [text(child.stdout), text(child.stderr)] as const;
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: await said[0], stderr: await said[1] };
}
