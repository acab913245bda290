// The environment of programs that tests start: only where programs are, and where Node keeps its compile cache.

export const BARE_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
} as const;
