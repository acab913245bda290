// How the page is built from `web/`: for a production build, and for development with hot reload.
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
    // Code shared by many pages goes into one file: otherwise each module would be a file, and a page would request eighty.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } },
    },
  },
};
