// The standard names of HTTP statuses, such as "Not Found".

/** Importing node:http by name would also load fetch and WebSocket, a twentieth of a service's start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export function statusWords(status: number | string): string {
  return STATUS_CODES[status] ?? String(status);
}
