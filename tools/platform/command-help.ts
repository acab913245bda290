// What a program behind `npm run` says of itself for `--help`, and of a line that it cannot read.

/** Whether it was asked for; it has been told then, and nothing else is to be done. */
export function isHelpTold(args: readonly string[], help: string): boolean {
  if (!args.includes('--help') && !args.includes('-h')) return false;
  console.log(help);
  return true;
}

/** What `parseArgs` complains of. Its first sentence names the option; the rest speaks of quoting. */
export function firstSentence(error: unknown): string {
  const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)/, 1);
  return sentence;
}
