// All rules of tidy.
import { capabilityNames } from './capability-rules.ts';
import { serviceCodes } from './catalogue-rules.ts';
import {
  environmentPlace,
  fileLength,
  firstLine,
  noAny,
  noConsole,
  sqlPlace,
} from './code-rules.ts';
import { addresses, endpointNames, endpointPages } from './endpoint-rules.ts';
import { layers, pureDomain, webLayers } from './layer-rules.ts';
import { law } from './law-rules.ts';
import { migrations } from './migration-rules.ts';
import { fileNames, testNames } from './name-rules.ts';
import { plainWords } from './plain-word-rules.ts';
import { operationsOnPage } from './page-rules.ts';
import type { Rule } from './rule.ts';
import { sliceImports, sliceOrder } from './slice-rules.ts';
import { tenantNamed } from './tenant-rules.ts';
import { glossary, links, workplace } from './word-rules.ts';

export const RULES: readonly Rule[] = [
  layers,
  webLayers,
  pureDomain,
  sliceImports,
  sliceOrder,
  sqlPlace,
  environmentPlace,
  noConsole,
  noAny,
  fileLength,
  firstLine,
  capabilityNames,
  fileNames,
  testNames,
  migrations,
  endpointNames,
  endpointPages,
  addresses,
  operationsOnPage,
  serviceCodes,
  law,
  tenantNamed,
  workplace,
  glossary,
  links,
  plainWords,
];
