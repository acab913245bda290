// How Node is told to run a service, wherever one is started. The npm scripts `start:auth`, `start:core` and
// `start:billing` say the same, and so does `deploy/Dockerfile`.

/**
 * Short-lived objects get 24 MB instead of 96, which loading a service's modules would fill for good: a process takes some
 * 50 MB less, and no measurable time more. The others are cleared away when they are a quarter more than what was left of
 * them the last time, for the first time at 36 MB, when a service is nearly loaded: the engine itself lets them become four
 * times as much, and a calculation for ten thousand houses then fills 100 MB with what nobody needs any more.
 */
export const SERVICE_ARGUMENTS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=36',
  '--heap-growing-percent=25',
] as const;
