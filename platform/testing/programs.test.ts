import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findProgram, getProgram, missing, PROGRAMS } from './programs.ts';

const REASON = 'no oathtool here: Debian’s package oathtool has it';
const { PATH, STRICT } = process.env;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  process.env['PATH'] = folder;
  delete process.env['STRICT'];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.env['PATH'] = PATH;
  if (STRICT === undefined) delete process.env['STRICT'];
  else process.env['STRICT'] = STRICT;
});

function install(name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

test('a program is found in PATH, under any of its names', () => {
  const file = install('google-chrome');
  assert.equal(findProgram('chromium'), file);
  assert.equal(getProgram('chromium'), file);
  assert.equal(missing('chromium'), false);
});

test('a test without its program is skipped, and the reason names the package', () => {
  install('redis-server');
  assert.equal(findProgram('oathtool'), undefined);
  assert.equal(missing('redis-server', 'oathtool'), REASON);
  assert.throws(() => getProgram('oathtool'), { message: REASON });
});

test('where skipping is not allowed it fails instead', () => {
  process.env['STRICT'] = '1';
  assert.throws(() => missing('redis-server', 'oathtool'), /no redis-server here/);
  install('redis-server');
  install('oathtool');
  assert.equal(missing('redis-server', 'oathtool'), false);
});

test('the page about tests names every package to install', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/testing.md'), 'utf8');
  for (const { package: name } of Object.values(PROGRAMS))
    assert.ok(page.includes(`\`${name}\``), name);
});
