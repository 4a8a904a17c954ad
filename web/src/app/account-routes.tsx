import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { createLazyComponent } from '../ui/lazy-component.tsx'
import { frontEndPagePaths } from '../api/front-end-page-paths.ts'
import { parseAccountActivityFilter } from '../features/account/account-activity-filter.ts'
import { AccountShell } from '../features/account/AccountShell.tsx'
import { AccountOverviewScreen } from '../features/account/AccountOverviewScreen.tsx'

const rootRoute = createRootRoute({ component: AccountShell })

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: frontEndPagePaths.account, component: AccountOverviewScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.wallets,
    component: createLazyComponent(async () => (await import('../features/account/WalletsScreen.tsx')).WalletsScreen, {
      messages: ['account-screens'],
    }),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.passkeys,
    component: createLazyComponent(
      async () => (await import('../features/account/PasskeysScreen.tsx')).PasskeysScreen,
      {
        messages: ['account-screens'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.sessions,
    component: createLazyComponent(
      async () => (await import('../features/account/OwnSessionsScreen.tsx')).OwnSessionsScreen,
      {
        messages: ['account-screens'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.applications,
    component: createLazyComponent(
      async () => (await import('../features/account/ConnectedApplicationsScreen.tsx')).ConnectedApplicationsScreen,
      {
        messages: ['account-screens', 'consent'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.activity,
    validateSearch: parseAccountActivityFilter,
    component: createLazyComponent(
      async () => (await import('../features/account/AccountActivityScreen.tsx')).AccountActivityScreen,
      {
        messages: ['account-screens', 'consent'],
      },
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: frontEndPagePaths.data,
    component: createLazyComponent(
      async () => (await import('../features/account/PersonalDataScreen.tsx')).PersonalDataScreen,
      {
        messages: ['account-screens'],
      },
    ),
  }),
])

export function createAccountPageClientRouter() {
  return createRouter({ routeTree, disableGlobalCatchBoundary: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAccountPageClientRouter>
  }
}
