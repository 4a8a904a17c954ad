// Which screen of the account belongs to which address.
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { lazy } from '../ui/lazy.tsx'
import { paths } from '../api/paths.ts'
import { readActivityFilter } from '../features/account/activity-filter.ts'
import { AccountFrame } from '../features/account/AccountFrame.tsx'
import { YouScreen } from '../features/account/YouScreen.tsx'

const root = createRootRoute({ component: AccountFrame })

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: paths.account, component: YouScreen }),
  createRoute({
    getParentRoute: () => root,
    path: paths.wallets,
    component: lazy(async () => (await import('../features/account/WalletsScreen.tsx')).WalletsScreen, {
      messages: ['account-screens'],
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.passkeys,
    component: lazy(async () => (await import('../features/account/PasskeysScreen.tsx')).PasskeysScreen),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.sessions,
    component: lazy(async () => (await import('../features/account/SessionsScreen.tsx')).SessionsScreen, {
      messages: ['account-screens'],
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.applications,
    component: lazy(async () => (await import('../features/account/ApplicationsScreen.tsx')).ApplicationsScreen, {
      messages: ['account-screens', 'consent'],
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.activity,
    validateSearch: readActivityFilter,
    component: lazy(async () => (await import('../features/account/ActivityScreen.tsx')).ActivityScreen, {
      messages: ['account-screens', 'consent'],
    }),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.data,
    component: lazy(async () => (await import('../features/account/DataScreen.tsx')).DataScreen, {
      messages: ['account-screens'],
    }),
  }),
])

/** Makes the router of the account's pages. */
export function createAccountRouter() {
  // Whatever cannot be drawn ends the whole page, as on the others (boot.tsx).
  return createRouter({ routeTree, disableGlobalCatchBoundary: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAccountRouter>
  }
}
