// Where a request comes from, for limits, the audit log and a user's list of sessions.
import type { FastifyRequest } from 'fastify';

export type Caller = {
  readonly requestId: string;
  readonly address: string;
  /** What the program calls itself; undefined if it does not say. */
  readonly userAgent: string | undefined;
};

const MAX_USER_AGENT_LENGTH = 200;

export function callerOf(request: FastifyRequest): Caller {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: shortened(request.headers['user-agent']),
  };
}

/** Shortened to one line that fits a list. */
function shortened(userAgent = ''): string | undefined {
  const line = userAgent.replaceAll(/\p{C}/gu, '').trim();
  return Array.from(line).slice(0, MAX_USER_AGENT_LENGTH).join('').trim() || undefined;
}
