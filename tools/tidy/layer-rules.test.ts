import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layers, pureDomain, webLayers } from './layer-rules.ts';
import { messagesOf, placesOf } from './testing/small-project.ts';

const LAYER_CASES = [
  {
    from: 'domain/a.ts',
    to: '@kvartplata/contracts/b.ts',
    message: 'domain does not import contracts',
  },
  {
    from: 'contracts/a.ts',
    to: '@kvartplata/platform/b.ts',
    message: 'contracts does not import platform',
  },
  {
    from: 'client/a.ts',
    to: '@kvartplata/platform/b.ts',
    message: 'client does not import platform',
  },
  {
    from: 'platform/http/a.ts',
    to: '@kvartplata/core-service/src/b.ts',
    message: 'platform does not import services',
  },
  {
    from: 'services/core/src/a.ts',
    to: '../../../web/b.ts',
    message: 'services does not import web',
  },
  {
    from: 'services/core/src/a.ts',
    to: '@kvartplata/billing-service/src/b.ts',
    message: 'the core-service does not import the billing-service',
  },
  {
    from: 'services/core/src/a.test.ts',
    to: '../../../tools/b.ts',
    message: 'nothing of the product imports tools',
  },
  { from: 'services/core/src/a.ts', to: '@kvartplata/domain/b.ts', message: undefined },
  { from: 'services/core/src/a.ts', to: './b.ts', message: undefined },
  { from: 'tools/a.ts', to: '@kvartplata/core-service/src/b.ts', message: undefined },
  {
    from: 'tools/a.ts',
    to: '../migrate-from/src/b.ts',
    message: 'nothing imports migrate-from',
  },
  {
    from: 'acceptance/a.test.ts',
    to: '../command-line/src/b.ts',
    message: 'nothing imports command-line',
  },
  { from: 'command-line/src/a.ts', to: '../../web/lib/b.ts', message: undefined },
  { from: 'migrate-from/src/a.ts', to: '../../tools/b.ts', message: undefined },
  { from: 'migrate-from/src/a.ts', to: './b.ts', message: undefined },
];

for (const { from, to, message } of LAYER_CASES) {
  test(`${from} ${message === undefined ? 'may' : 'may not'} import ${to}`, () => {
    const files = { [from]: `// a\nimport type { b } from '${to}';\n` };
    assert.deepEqual(messagesOf(layers, files), message === undefined ? [] : [message]);
    assert.deepEqual(placesOf(layers, files), message === undefined ? [] : [`${from}:2`]);
  });
}

test('the domain imports neither Node nor npm, its tests do', () => {
  const files = {
    'domain/a.ts': "import fs from 'node:fs';\nimport { b } from './b.ts';\n",
    'domain/b.ts': "import Type from 'typebox';\n",
    'domain/a.test.ts': "import test from 'node:test';\n",
    'platform/c.ts': "import fs from 'node:fs';\n",
  };
  assert.deepEqual(placesOf(pureDomain, files), ['domain/a.ts:1', 'domain/b.ts:1']);
});

const WEB_CASES = [
  {
    from: 'web/ui/a.tsx',
    to: '../features/houses/b.ts',
    message: 'ui of the page does not import features',
  },
  {
    from: 'web/features/rooms/a.tsx',
    to: '../houses/b.ts',
    message: 'the feature rooms does not import the feature houses',
  },
  {
    from: 'web/lib/a.ts',
    to: '../router.tsx',
    message: 'lib of the page does not import router.tsx',
  },
  { from: 'web/features/rooms/a.tsx', to: './b.ts', message: undefined },
  { from: 'web/pages/a.tsx', to: '../features/houses/b.ts', message: undefined },
  { from: 'web/router.tsx', to: './pages/b.tsx', message: undefined },
];

for (const { from, to, message } of WEB_CASES) {
  test(`${from} ${message === undefined ? 'may' : 'may not'} import ${to}`, () => {
    const files = { [from]: `import { b } from '${to}';\n` };
    assert.deepEqual(messagesOf(webLayers, files), message === undefined ? [] : [message]);
  });
}
