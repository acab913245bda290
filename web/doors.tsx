// The addresses that need no sign-in, and the parent of those that do.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { currentUser } from './features/users/users.ts';
import { whichList } from './lib/list-address.ts';
import { lazyPage } from './lib/lazy-page.ts';
import { claimStorage } from './lib/own-storage.ts';
import { queries } from './lib/queries.ts';
import { whereNext, whichSignIn } from './lib/searches.ts';
import { LonelyMissingPage } from './pages/broken-page.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: LonelyMissingPage });

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: whichSignIn,
  component: lazyPage(async () => import('./pages/sign-in-page.tsx'), 'SignInPage'),
});

export const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: whereNext,
  component: lazyPage(async () => import('./pages/register-page.tsx'), 'RegisterPage'),
});

export const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyPage(
    async () => import('./pages/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
  ),
});

export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(async () => import('./pages/reset-password-page.tsx'), 'ResetPasswordPage'),
});

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: whichList,
  beforeLoad: async ({ location }) => {
    try {
      const user = await queries.ensureQueryData(currentUser);
      if (claimStorage(user.id)) return { user };
      window.location.assign(location.href);
      return await Promise.withResolvers<never>().promise;
    } catch (error) {
      const isNobody = error instanceof RequestFailure && [401, 403].includes(error.status);
      if (!isNobody) throw error;
      const search = location.href === '/' ? {} : { next: location.href };
      throw redirect({ to: '/sign-in', search });
    }
  },
  component: lazyPage(async () => import('./pages/shell.tsx'), 'Shell'),
});
