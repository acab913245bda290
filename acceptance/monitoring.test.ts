// Monitoring for operators: the metrics in alerts, a dashboard and the pages about them exist.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { parse } from 'yaml';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MONITORING = path.join(ROOT, 'deploy/monitoring');
/** Names of Prometheus's own. */
const ITS_OWN = new Set(['up']);
/** Metrics of `npm run backup -- --metrics`. */
const OF_BACKUPS = ['backup_taken_timestamp_seconds'];

type Alerts = {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly runbook: string };
    }[];
  }[];
};
type Dashboard = {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
};

const alerts = (
  parse(readFileSync(path.join(MONITORING, 'alerts.yaml'), 'utf8')) as Alerts
).groups.flatMap((group) => group.rules);

const letters = makeTemporaryFolder('monitoring-');
let services: ThreeServices;
/** All names of metrics of the services and of backups. */
let told: ReadonlySet<string>;

before(async () => {
  services = await startThreeServices({}, { MAIL_DIRECTORY: letters });
  // One successful and one refused request: metrics with their labels do not exist before.
  await fetch(services.urls.core + listHouses.path);
  const login = { username: 'nobody', password: 'wrong password' };
  for (let time = 0; time < 8; time += 1)
    await fetch(`${services.urls.auth}${startSession.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    });
  const texts = await Promise.all(
    SERVICES.map(async (service) => (await fetch(`${services.urls[service]}/metrics`)).text()),
  );
  told = new Set([
    ...texts.flatMap((text) =>
      [...text.matchAll(/^(?:# TYPE )?([a-z_0-9]+)/gm)].map(([, name = '']) => name),
    ),
    ...OF_BACKUPS,
  ]);
});
after(async () => {
  await services.stop();
  rmSync(letters, { recursive: true, force: true });
});

/** The names of metrics in a query: without its functions, and without labels in braces or after by, without and on. */
function namesIn(query: string): readonly string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|without|on) \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z][a-z_0-9]+\b(?! *\()/g)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'by'].includes(name));
}

function strange(queries: readonly string[]): readonly string[] {
  return [...new Set(queries.flatMap(namesIn))].filter(
    (name) => !told.has(name) && !ITS_OWN.has(name),
  );
}

test('metric names are found in a query, so that a query of unknown names cannot pass', () => {
  assert.deepEqual(
    namesIn(
      'max by (a) (rate(some_total{x="other_total"}[5m])) > 3 * sum(more_seconds) or up == 0 unless on (b) down',
    ),
    ['some_total', 'more_seconds', 'up', 'down'],
  );
});

test('every alert uses only metrics that are exported', () => {
  assert.deepEqual(strange(alerts.map((alert) => alert.expr)), []);
});

test('every alert has a severity and its own section in the runbooks', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/runbooks.md'), 'utf8');
  const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
  assert.deepEqual(sections.toSorted(), alerts.map((rule) => rule.alert).toSorted());
  for (const { alert, labels, annotations } of alerts) {
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.equal(annotations.runbook, `docs/operating/runbooks.md#${alert.toLowerCase()}`);
  }
});

test('the dashboard shows only metrics that the services export', () => {
  const file = readFileSync(path.join(MONITORING, 'dashboard.json'), 'utf8');
  const queries = (JSON.parse(file) as Dashboard).panels.flatMap((panel) =>
    (panel.targets ?? []).map((target) => target.expr.replaceAll('$service', 'x')),
  );
  assert.ok(queries.length > 0);
  assert.deepEqual(strange(queries), []);
});

test('the dashboard shows every kind of fault that a verification of the ledger finds', () => {
  const file = readFileSync(path.join(MONITORING, 'dashboard.json'), 'utf8');
  const rule = alerts.find(({ alert }) => alert === 'LedgerOutOfOrder');
  const kinds = namesIn(rule?.expr ?? '');
  assert.ok(kinds.length > 0);
  for (const kind of kinds) assert.ok(file.includes(`"max(${kind})"`), kind);
});

test('the monitoring page explains every metric of our own, and no other', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/monitor.md'), 'utf8');
  const explained = [...page.matchAll(/^\|(.*?)\|/gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[a-z_]+(?=`)/g) ?? [],
  );
  const own = [...told].filter(
    (name) => !/^(?:nodejs|process)_/.test(name) && !/_(?:bucket|sum|count)$/.test(name),
  );
  assert.deepEqual(explained.toSorted(), own.toSorted());
});

const options = { skip: missing('promtool') };

test(
  'Prometheus accepts the rules, and those that are tested fire when they should and not before',
  options,
  () => {
    for (const args of [
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: MONITORING,
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
    }
  },
);
