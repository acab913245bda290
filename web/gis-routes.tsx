// The addresses for the state's system: payment documents, and debt requests.
import { createRoute } from '@tanstack/react-router';
import { signedIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import { whichDebtRequests, whichReport } from './lib/searches.ts';

const gisZhkh = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/gis-zhkh',
  validateSearch: whichReport('houseId', 'periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/gis-zhkh-page.tsx'), 'GisZhkhPage'),
});

const debtRequests = createRoute({
  getParentRoute: () => signedIn,
  path: '/debt-requests',
  validateSearch: whichDebtRequests,
  component: lazyPage(async () => import('./pages/debt-requests-page.tsx'), 'DebtRequestsPage'),
});

export const gisRoutes = [gisZhkh, debtRequests] as const;
