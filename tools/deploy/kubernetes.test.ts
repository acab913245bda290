// The manifests: valid for Kubernetes, consistent with each other, and with what the services read and serve.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openTestApp } from '@kvartplata/platform/testing/test-app.ts';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Container, EnvVar, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT, SERVICES, type ServiceName } from '../platform/service-environment.ts';
import { readAs, SOME_SECRET, unknownNames } from './testing/variables.ts';

const FOLDER = path.join(ROOT, 'deploy/kubernetes');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

const manifests = FILES.filter((file) => file !== 'kustomization.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [], file);
    return document.toJS() as Manifest;
  }),
);
const secrets = new Map(
  readFileSync(path.join(FOLDER, 'secrets.env.example'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, name === 'JWT_SECRET' ? SOME_SECRET : value.join('=')];
    }),
);

type Kinds = {
  readonly ConfigMap: ConfigMap;
  readonly Deployment: Deployment;
  readonly Ingress: Ingress;
  readonly Job: Job;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly Service: Service;
};

function find<Kind extends keyof Kinds>(kind: Kind, name: string): Kinds[Kind] {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found as Kinds[Kind];
}

function containerOf({ spec }: Deployment | Job): Container {
  const [container, ...others] = spec?.template.spec?.containers ?? [];
  assert.ok(container !== undefined && others.length === 0);
  return container;
}

/** A container's environment variables, with its config maps and secrets. */
function variablesOf({ env = [], envFrom = [] }: Container): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { configMapRef } of envFrom)
    Object.assign(variables, find('ConfigMap', configMapRef?.name ?? '').data);
  for (const one of env) {
    const value = valueOf(one);
    if (value !== undefined) variables[one.name] = value;
  }
  return variables;
}

function valueOf({ name, value, valueFrom }: EnvVar): string | undefined {
  const { configMapKeyRef: ofMap, secretKeyRef: ofSecret } = valueFrom ?? {};
  if (ofMap !== undefined) {
    const { data = {} } = find('ConfigMap', ofMap.name ?? '');
    assert.ok(ofMap.key in data, name);
    return data[ofMap.key];
  }
  if (ofSecret === undefined) return value;
  assert.equal(ofSecret.name, 'kvartplata');
  assert.ok(ofSecret.optional === true || secrets.has(ofSecret.key), name);
  return secrets.get(ofSecret.key);
}

test('every manifest matches its type, without fields unknown to Kubernetes', () => {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'manifests-'));
  try {
    const places: Readonly<Record<string, string>> = {
      v1: 'core/v1',
      'apps/v1': 'apps/v1',
      'batch/v1': 'batch/v1',
      'policy/v1': 'policy/v1',
      'networking.k8s.io/v1': 'networking/v1',
    };
    const lines = manifests.map(
      (manifest, index) =>
        `export const m${index}: import('kubernetes-types/${places[manifest.apiVersion]}').${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
    const { status, stdout } = spawnSync(
      'tsc',
      [
        '--noEmit',
        '--ignoreConfig',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        'manifests.ts',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('kustomize includes every file of the folder, and names every image that is run', () => {
  const { resources, images } = parse(
    readFileSync(path.join(FOLDER, 'kustomization.yaml'), 'utf8'),
  ) as { resources: readonly string[]; images: readonly { name: string; newTag: string }[] };
  assert.deepEqual([...resources, 'kustomization.yaml'].toSorted(), FILES.toSorted());
  const run = manifests
    .filter((one) => ['Deployment', 'Job'].includes(one.kind))
    .map((one) => containerOf(one as Deployment).image ?? '');
  assert.deepEqual(
    images.map(({ name, newTag }) => `${name}:${newTag}`).toSorted(),
    run.toSorted(),
  );
});

test('deploy.md reads from kustomize the tags under which it builds the images', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/deploy.md'), 'utf8');
  const [tag = ''] = /^tag\(\) .*$/m.exec(page) ?? [];
  for (const name of [...SERVICES, 'migrate', 'page']) {
    const { stdout } = spawnSync('sh', ['-c', `${tag}\ntag ${name}`], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const run = find(name === 'migrate' ? 'Job' : 'Deployment', name);
    assert.equal(`kvartplata/${name}:${stdout.trim()}`, containerOf(run).image);
  }
});

for (const service of SERVICES)
  test(`${service} starts with the variables of its pods, on the port that others use`, () => {
    const container = containerOf(find('Deployment', service));
    const variables = variablesOf(container);
    assert.deepEqual(unknownNames(variables), []);
    const config = readAs(service, variables);
    assert.equal(config.migrateOnStart, false);
    assert.deepEqual(container.ports, [{ name: 'http', containerPort: config.httpPort }]);
    const { spec } = find('Service', service);
    assert.deepEqual(spec?.ports, [{ name: 'http', port: config.httpPort, targetPort: 'http' }]);
    for (const other of SERVICES)
      assert.equal(variables[`${other.toUpperCase()}_SERVICE_URL`], urlInside(other));
  });

/** Must not be readable in the manifests or a ConfigMap. */
const SECRET = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'CHECKPOINT_KEY',
];

test('secrets reach the services that read them from the Secret alone, whose example lists them', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/configure.md'), 'utf8');
  for (const name of SECRET) {
    const [, readers = ''] =
      new RegExp(`^\\| [^|]*\`${name}\`[^|]*\\| ([a-z ,]+) \\|`, 'm').exec(page) ?? [];
    const services = SERVICES.filter((one) => /^all/.test(readers) || readers.includes(one));
    assert.ok(services.length > 0, name);
    for (const service of services) {
      const { env = [] } = containerOf(find('Deployment', service));
      const ofSecret = env.find((one) => one.name === name)?.valueFrom?.secretKeyRef;
      assert.ok(ofSecret !== undefined && secrets.has(ofSecret.key), `${service}: ${name}`);
    }
  }
  for (const map of ['services', 'kvartplata'])
    for (const name of Object.keys(find('ConfigMap', map).data ?? {}))
      assert.ok(!SECRET.some((one) => name.endsWith(one)), `${map}: ${name}`);
});

function urlInside(service: ServiceName): string {
  return `http://${service}:${find('Service', service).spec?.ports?.[0]?.port}`;
}

test('the migrations use the databases that the services use', () => {
  const variables = variablesOf(containerOf(find('Job', 'migrate')));
  for (const service of SERVICES) {
    const pods = containerOf(find('Deployment', service));
    assert.equal(
      variables[`${service.toUpperCase()}_DATABASE_URL`],
      variablesOf(pods)['DATABASE_URL'],
    );
  }
});

test('the ingress names the class of the controller that its annotation and the policies are for', () => {
  const { metadata, spec } = find('Ingress', 'kvartplata');
  assert.equal(spec?.ingressClassName, 'nginx');
  assert.ok(Object.keys(metadata?.annotations ?? {}).every((name) => name.startsWith('nginx.')));
});

test('the ingress lets through what an upload of four files of 50 MiB needs', () => {
  const { annotations = {} } = find('Ingress', 'kvartplata').metadata ?? {};
  const most = annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '';
  const [, mebibytes = '0'] = /^(\d+)m$/.exec(most) ?? [];
  assert.ok(Number(mebibytes) > 4 * 50, most);
});

test('the probes use the addresses of the services for liveness and readiness', async () => {
  const app = await openTestApp(() => undefined);
  try {
    for (const service of SERVICES) {
      const container = containerOf(find('Deployment', service));
      assert.equal(container.livenessProbe?.httpGet?.path, '/health');
      assert.equal(container.startupProbe?.httpGet?.path, '/health');
      assert.equal(container.readinessProbe?.httpGet?.path, '/ready');
    }
    for (const address of ['/health', '/ready', '/metrics'])
      assert.equal((await fetch(app.url + address)).status, 200);
  } finally {
    await app.close();
  }
});

for (const name of [...SERVICES, 'page'])
  test(`${name} survives the loss of a node: replicas apart, a budget, limits, time to finish`, () => {
    const { spec } = find('Deployment', name);
    const pod = spec?.template.spec;
    assert.ok((spec?.replicas ?? 0) >= 2);
    const labels = { app: name };
    assert.deepEqual(spec?.selector.matchLabels, labels);
    assert.deepEqual(spec.template.metadata?.labels, labels);
    assert.deepEqual(find('Service', name).spec?.selector, labels);
    const budget = find('PodDisruptionBudget', name).spec;
    assert.deepEqual(budget?.selector?.matchLabels, labels);
    assert.ok(Number(budget.minAvailable) < (spec.replicas ?? 0));
    const [apart] =
      pod?.affinity?.podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    assert.deepEqual(apart?.podAffinityTerm.labelSelector?.matchLabels, labels);
    const { resources, securityContext } = containerOf(find('Deployment', name));
    assert.ok(resources?.limits?.['memory'] && resources.requests?.['cpu']);
    assert.equal(pod?.securityContext?.runAsNonRoot, true);
    assert.equal(securityContext?.readOnlyRootFilesystem, true);
    if (name !== 'page') assert.ok((pod.terminationGracePeriodSeconds ?? 0) >= 5 + 25);
  });
