// The variables that tell a test file where to request its turn, and how long that may last.

export const TURNS_PORT = 'TEST_TURNS_PORT';
export const LONGEST_TURN_MS = 'TEST_LONGEST_TURN_MS';
