// Starts the three services, on an embedded PostgreSQL unless databases are configured, and stops them again.
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { say } from '../speech/speech.ts';
import { dataDirectoryOf, holdDirectory, readSecrets } from './data-directory.ts';
import {
  assertConfigurations,
  environmentOf,
  SERVICES,
  servicesWithoutDatabase,
  type Defaults,
  type Environment,
  type ServiceName,
} from './service-environment.ts';
import { loadServices, type ServiceProcesses } from './service-processes.ts';

export type Platform = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly dataDirectory: string;
  readonly logDirectory: string;
  readonly database: EmbeddedPostgres | undefined;
  readonly stop: () => Promise<void>;
};

const EMBEDDED_PORT = 5433;

/** @param tell reports every step and a service that was restarted */
export async function startPlatform(
  environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<Platform> {
  const dataDirectory = dataDirectoryOf(environment);
  const release = holdDirectory(dataDirectory);
  const logDirectory = path.join(dataDirectory, 'logs');
  let database: EmbeddedPostgres | undefined;
  let processes: ServiceProcesses | undefined;
  const stop = async (): Promise<void> => {
    await processes?.stop();
    await database?.stop();
    release();
  };
  try {
    const secrets = readSecrets(dataDirectory);
    const embedded = servicesWithoutDatabase(environment);
    const { jwtSecret } = secrets;
    const mailDirectory = path.join(dataDirectory, 'mail');
    const environments = environmentsOf(environment, {
      jwtSecret,
      mailDirectory,
      databaseUrlOf: () => 'postgres://embedded/',
    });
    assertConfigurations(environments, environment);
    await assertPortsFree(environments);
    processes = loadServices(logDirectory, tell);
    if (embedded.length > 0) {
      tell(say('Запускаем PostgreSQL …', 'Starting PostgreSQL …'));
      database = await startEmbeddedPostgres({
        directory: dataDirectory,
        password: secrets.databasePassword,
        preferredPort: EMBEDDED_PORT,
        databases: embedded,
      });
    }
    tell(say('Запускаем службы …', 'Starting the services …'));
    const services = environmentsOf(environment, {
      jwtSecret,
      mailDirectory,
      databaseUrlOf: (service) => database?.urlOf(service) ?? '',
    });
    await processes.run(services);
    return {
      urls: {
        auth: urlOf(services.auth),
        core: urlOf(services.core),
        billing: urlOf(services.billing),
      },
      dataDirectory,
      logDirectory,
      database,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function environmentsOf(
  environment: NodeJS.ProcessEnv,
  defaults: Defaults,
): Record<ServiceName, Environment> {
  const of = (service: ServiceName): Environment => environmentOf(service, environment, defaults);
  return { auth: of('auth'), core: of('core'), billing: of('billing') };
}

function urlOf(environment: Environment): string {
  return `http://localhost:${environment['HTTP_PORT']}`;
}

async function assertPortsFree(
  environments: Readonly<Record<ServiceName, Environment>>,
): Promise<void> {
  const taken: string[] = [];
  for (const service of SERVICES) {
    const port = Number(environments[service]['HTTP_PORT']);
    if ((await freePort(port)) !== port)
      taken.push(
        say(
          `порт ${port} службы ${service} занят; остановите того, кто его слушает, или задайте ${service.toUpperCase()}_HTTP_PORT`,
          `port ${port} of the ${service}-service is in use; stop what listens there, or set ${service.toUpperCase()}_HTTP_PORT`,
        ),
      );
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}
