// What stops a program, at Ctrl-C, a plain kill or a closed terminal. npm passes on a Ctrl-C that the terminal has sent already:
// the second one must not end the program while it stops.

export function onStop(stop: () => Promise<void>): void {
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isAsked) return;
      isAsked = true;
      void stop();
    });
}
