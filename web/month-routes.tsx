// The addresses of a month: the way to the one being worked on, its steps, its remarks, its odd readings, a dry run, corrections
// of applied months, and receipts by e-mail.
import { createRoute } from '@tanstack/react-router';
import { signedIn } from './doors.tsx';
import { lazyPage } from './lib/lazy-page.ts';
import { whichOutcome, whichRemarks, whichReport } from './lib/searches.ts';

const workedMonth = createRoute({
  getParentRoute: () => signedIn,
  path: '/month',
  component: lazyPage(async () => import('./pages/worked-month-page.tsx'), 'WorkedMonthPage'),
});

const month = createRoute({
  getParentRoute: () => signedIn,
  path: '/month/$period',
  component: lazyPage(async () => import('./pages/month-page.tsx'), 'MonthPage'),
});

const dryRun = createRoute({
  getParentRoute: () => signedIn,
  path: '/month/$period/dry-run',
  validateSearch: whichReport('houseId'),
  component: lazyPage(async () => import('./pages/dry-run-page.tsx'), 'DryRunPage'),
});

const remarks = createRoute({
  getParentRoute: () => signedIn,
  path: '/month/$period/remarks',
  validateSearch: whichRemarks,
  component: lazyPage(async () => import('./pages/remarks-page.tsx'), 'RemarksPage'),
});

const oddReadings = createRoute({
  getParentRoute: () => signedIn,
  path: '/month/$period/odd-readings',
  validateSearch: whichReport('houseId'),
  component: lazyPage(async () => import('./pages/odd-readings-page.tsx'), 'OddReadingsPage'),
});

const corrections = createRoute({
  getParentRoute: () => signedIn,
  path: '/houses/$houseId/corrections',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyPage(async () => import('./pages/corrections-page.tsx'), 'CorrectionsPage'),
});

const correctionsOfHouses = createRoute({
  getParentRoute: () => signedIn,
  path: '/corrections',
  validateSearch: whichReport('periodFrom', 'periodTo'),
  component: lazyPage(
    async () => import('./pages/corrections-of-houses-page.tsx'),
    'CorrectionsOfHousesPage',
  ),
});

const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/deliveries',
  component: lazyPage(async () => import('./pages/deliveries-page.tsx'), 'DeliveriesPage'),
});

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/deliveries/$deliveryId',
  validateSearch: whichOutcome,
  component: lazyPage(async () => import('./pages/delivery-page.tsx'), 'DeliveryPage'),
});

export const monthRoutes = [
  workedMonth,
  month,
  dryRun,
  remarks,
  oddReadings,
  corrections,
  correctionsOfHouses,
  deliveries,
  delivery,
] as const;
