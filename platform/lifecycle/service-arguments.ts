// Node's arguments for running a service, wherever one is started. The npm scripts `start:auth`, `start:core` and `start:billing`
// repeat them, and so does `deploy/Dockerfile`.

/**
 * The young generation gets 24 MB instead of 96, all of which loading a service's modules would occupy for good: a process takes
 * some 50 MB less, and no measurable time more. The old generation is collected when it has grown by a quarter since the last
 * collection, and not below 64 MB: otherwise a starting service would collect it three times, a tenth of its start. By default
 * the engine lets it grow fourfold, and a calculation for ten thousand houses then fills 100 MB with garbage.
 */
export const SERVICE_ARGUMENTS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=64',
  '--heap-growing-percent=25',
] as const;
