// What a program behind `npm run` prints for `--help`, and for invalid arguments.

/** Whether help was requested; it has been printed then, and the program is done. */
export function isHelpTold(args: readonly string[], help: string): boolean {
  if (!args.includes('--help') && !args.includes('-h')) return false;
  console.log(help);
  return true;
}

/** An error of `parseArgs`: its first sentence names the option; the rest is about quoting. */
export function firstSentence(error: unknown): string {
  const [sentence = ''] = (error as Error).message.split(/\.(?:\s|$)/, 1);
  return sentence;
}
