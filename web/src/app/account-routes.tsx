// Which screen of the account belongs to which address.
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { createLazyComponent } from '../ui/lazy-component.tsx'
import { sitePaths } from '../api/site-paths.ts'
import { parseActivityFilter } from '../features/account/activity-filter.ts'
import { AccountShell } from '../features/account/AccountShell.tsx'
import { AccountOverviewScreen } from '../features/account/AccountOverviewScreen.tsx'

const rootRoute = createRootRoute({ component: AccountShell })

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: sitePaths.account, component: AccountOverviewScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.wallets,
    component: createLazyComponent(async () => (await import('../features/account/WalletsScreen.tsx')).WalletsScreen, {
      messages: ['account-screens'],
    }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.passkeys,
    component: createLazyComponent(async () => (await import('../features/account/PasskeysScreen.tsx')).PasskeysScreen),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.sessions,
    component: createLazyComponent(
      async () => (await import('../features/account/OwnSessionsScreen.tsx')).OwnSessionsScreen,
      {
        messages: ['account-screens'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.applications,
    component: createLazyComponent(
      async () => (await import('../features/account/ConnectedApplicationsScreen.tsx')).ConnectedApplicationsScreen,
      {
        messages: ['account-screens', 'consent'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.activity,
    validateSearch: parseActivityFilter,
    component: createLazyComponent(
      async () => (await import('../features/account/ActivityScreen.tsx')).ActivityScreen,
      {
        messages: ['account-screens', 'consent'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: sitePaths.data,
    component: createLazyComponent(
      async () => (await import('../features/account/PersonalDataScreen.tsx')).PersonalDataScreen,
      {
        messages: ['account-screens'],
      },
    ),
  }),
])

/** Makes the router of the account's pages. */
export function createAccountRouter() {
  // Whatever cannot be drawn ends the whole page, as on the others (boot-page.tsx).
  return createRouter({ routeTree, disableGlobalCatchBoundary: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAccountRouter>
  }
}
