// The variable that tells a test file where it asks for its turn.

export const TURNS_PORT = 'TEST_TURNS_PORT';
