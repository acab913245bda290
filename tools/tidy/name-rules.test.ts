import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNames, testNames } from './name-rules.ts';
import { placesOf } from './testing/small-project.ts';

const PATHS = [
  { path: 'services/core/src/registry/houses/houses.routes.ts', fits: true },
  { path: 'services/core/src/registry/houses/houses.routes.test.ts', fits: true },
  { path: 'services/core/src/main.ts', fits: true },
  { path: 'docs/decisions/0001-npm-workspaces.md', fits: true },
  { path: 'services/core/README.md', fits: true },
  { path: '.ci/run', fits: true },
  { path: 'services/core/src/registry/houses/housesService.ts', fits: false },
  { path: 'services/core/src/registry/houses/houses.helper.ts', fits: false },
  { path: 'services/core/src/Houses/houses.service.ts', fits: false },
  { path: 'services/core/src/house_services/a.ts', fits: false },
  { path: 'docs/reference/Houses.md', fits: false },
];

for (const { path, fits } of PATHS) {
  test(`${path} is ${fits ? 'a good' : 'no'} name`, () => {
    assert.deepEqual(placesOf(fileNames, { [path]: '' }), fits ? [] : [`${path}:1`]);
  });
}

const NAMES = [
  { call: "test('a house has rooms', f)", fits: true },
  { call: "it('has rooms', f)", fits: true },
  { call: 'test(`${room} has ${area} m²`, f)', fits: true },
  { call: "pattern.test('text')", fits: true },
  { call: "test('houses', f)", fits: false },
  { call: "it('should have rooms', f)", fits: false },
  { call: "test('a house has rooms.', f)", fits: false },
  { call: 'test(`${name}`, f)', fits: false },
];

for (const { call, fits } of NAMES) {
  test(`${call} is ${fits ? 'left alone' : 'named'}`, () => {
    assert.deepEqual(
      placesOf(testNames, { 'domain/a.test.ts': `\n${call};\n` }),
      fits ? [] : ['domain/a.test.ts:2'],
    );
  });
}
