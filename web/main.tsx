// The entry point of the page.
import '@fontsource-variable/golos-text/index.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/filter.css';
import './ui/styles/table.css';
import './ui/styles/grid.css';
import './ui/styles/shell.css';
import './ui/styles/pages.css';
import './ui/styles/house-boxes.css';
import './ui/styles/house-setups.css';
import './ui/styles/timeline.css';
import './ui/styles/charts.css';
import './ui/styles/payments.css';
import './ui/styles/calendar.css';
import './ui/styles/news.css';
import './ui/styles/forced-colors.css';
import './ui/styles/print.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './lib/theme.ts';
import { watchOwner } from './lib/own-storage.ts';
import { queries } from './lib/queries.ts';
import { router } from './router.tsx';

watchOwner(() => location.reload());
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
