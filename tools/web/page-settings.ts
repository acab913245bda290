// How the page is made of `web/`: for a build that is kept, and for work on it with hot reload.
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { endpointFacts } from './endpoint-facts.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');

export const PAGE_SETTINGS: InlineConfig = {
  root: WEB,
  configFile: false,
  logLevel: 'error',
  cacheDir: path.resolve(WEB, '../node_modules/.cache/vite'),
  plugins: [endpointFacts(), react()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What many pages share is one file: else each of its modules is one, and a page asks for eighty.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } },
    },
  },
};
