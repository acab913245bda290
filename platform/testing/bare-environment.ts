// What programs that a test starts learn of their surroundings: where programs are, and where Node keeps what it has compiled.

export const BARE_ENVIRONMENT = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
} as const;
