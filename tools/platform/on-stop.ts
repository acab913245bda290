// Stops a program on Ctrl-C, a plain kill or a closed terminal. The terminal sends Ctrl-C itself, and npm forwards it: the second
// signal must not end the program while it is stopping.

export function onStop(stop: () => Promise<void>): void {
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isAsked) return;
      isAsked = true;
      void stop();
    });
}
