// Two replicas of each service behind a load balancer, which the services also use among each other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { mainOf, makeEnvironments } from '@kvartplata/platform/testing/service-environments.ts';
import {
  allOrNone,
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';

export type Replicas = {
  /** URLs of the load balancer. */
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly of: (service: ServiceName) => readonly ServiceProcess[];
  /**
   * Stops one replica as an operator would and restarts it in its place.
   * @param whileDraining called once it has been told to stop
   * @param main of the version to start; by default this one
   */
  readonly roll: (
    service: ServiceName,
    nth: number,
    whileDraining: (url: string) => Promise<void>,
    main?: string,
  ) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** @param triedAgain when the load balancer sends a request to the other replica, in nginx's terms; by default only reads */
export async function startReplicas(
  databaseUrlOf: (service: ServiceName) => string,
  variables: Readonly<Record<string, string>>,
  triedAgain = 'error timeout',
): Promise<Replicas> {
  const {
    urls,
    ports: fronts,
    environmentOf,
  } = await makeEnvironments(databaseUrlOf, {
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '1',
    ...variables,
  });
  const ports: Record<ServiceName, number[]> = { auth: [], core: [], billing: [] };
  for (const service of SERVICES) ports[service] = [await freePort(), await freePort()];
  const balancer = await startBalancer(fronts, ports, triedAgain);
  const start = async (
    service: ServiceName,
    port: number,
    main = mainOf(service),
  ): Promise<ServiceProcess> =>
    startServiceProcess(main, { ...environmentOf(service), HTTP_PORT: String(port) });
  const all = await allOrNone(
    SERVICES.flatMap((service) => ports[service].map(async (port) => start(service, port))),
  );
  const running = new Map(
    SERVICES.map((service, nth) => [service, all.slice(nth * 2, nth * 2 + 2)]),
  );
  const replicasOf = (service: ServiceName): ServiceProcess[] => running.get(service) ?? [];

  return {
    urls,
    of: replicasOf,
    roll: async (service, nth, whileDraining, main) => {
      const leaving = replicasOf(service)[nth];
      const port = ports[service][nth];
      if (leaving === undefined || port === undefined) throw new Error('no such replica');
      const stopped = leaving.stop();
      await whileDraining(leaving.url);
      const code = await stopped;
      if (code !== 0) throw new Error(`${service} ended with ${code}: ${leaving.output()}`);
      replicasOf(service)[nth] = await start(service, port, main);
    },
    stop: async () => {
      await Promise.all([...running.values()].flat().map(async (replica) => replica.stop()));
      await balancer.stop();
    },
  };
}

async function startBalancer(
  fronts: Readonly<Record<ServiceName, number>>,
  ports: Readonly<Record<ServiceName, readonly number[]>>,
  triedAgain: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-balancer-'));
  const file = path.join(directory, 'nginx.conf');
  writeFileSync(file, configurationOf(directory, fronts, ports, triedAgain));
  const nginx = spawn('nginx', ['-p', directory, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit');
  await until('the balancer answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${fronts.auth}/`);
    return answer.status > 0;
  });
  return {
    stop: async () => {
      nginx.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Whether a replica is down is only found out by sending it requests. Idle connections are closed before a draining replica
 * closes them: a payment sent at that moment would be lost.
 */
function configurationOf(
  directory: string,
  fronts: Readonly<Record<ServiceName, number>>,
  ports: Readonly<Record<ServiceName, readonly number[]>>,
  triedAgain: string,
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(' ');
  const services = SERVICES.map(
    (service) => `
    upstream ${service} {
      ${ports[service].map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')}
      keepalive 16;
      keepalive_timeout 300ms;
    }
    server {
      listen 127.0.0.1:${fronts[service]};
      location / {
        proxy_pass http://${service};
        proxy_next_upstream ${triedAgain};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_buffering off;
      }
    }`,
  );
  return `
  daemon off; master_process off; error_log stderr crit; pid ${directory}/nginx.pid;
  events { worker_connections 1024; }
  http { access_log off; ${temporary} ${services.join('\n')} }`;
}
