// What operators and load balancers query from each service.
import { endpoint, type Endpoint, type ServiceName } from './endpoint.ts';
import { fileAnswer } from './file-answer.ts';
import { Health, Readiness } from './health.ts';

const OF_ALL = { method: 'GET', tag: 'operation', access: 'public', refusals: [] } as const;

export function getHealth(service: ServiceName) {
  return endpoint({
    ...OF_ALL,
    id: idOf(service, 'Health'),
    service,
    path: '/health',
    summary: 'Get the running build',
    description: 'Answers as long as the process runs, whatever the state of its dependencies.',
    answers: { 200: Health },
  });
}

export function getReadiness(service: ServiceName) {
  return endpoint({
    ...OF_ALL,
    id: idOf(service, 'Readiness'),
    service,
    path: '/ready',
    summary: 'Get whether the service is ready',
    description:
      'With the state of each dependency. A 503 has the same body, and shows which one is missing.',
    answers: { 200: Readiness, 503: Readiness },
  });
}

/** @param mediaType of the metrics' format */
export function getMetrics(service: ServiceName, mediaType = 'text/plain') {
  return endpoint({
    ...OF_ALL,
    id: idOf(service, 'Metrics'),
    service,
    path: '/metrics',
    summary: 'Get the metrics',
    description: 'In the text format of Prometheus.',
    answers: { 200: fileAnswer(mediaType) },
  });
}

/** All three, by their ids, which differ from service to service because they are operations of different documents. */
export function operationOf(service: ServiceName): Readonly<Record<string, Endpoint>> {
  const all = [getHealth(service), getReadiness(service), getMetrics(service)];
  return Object.fromEntries(all.map((one) => [one.id, one]));
}

function idOf(service: ServiceName, what: string): string {
  return `get${service.charAt(0).toUpperCase()}${service.slice(1)}${what}`;
}
