// The words of HTTP's statuses, such as "Not Found".

/** An import of node:http by its name would load fetch and WebSocket too, a twentieth of a service's start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export function statusWords(status: number | string): string {
  return STATUS_CODES[status] ?? String(status);
}
