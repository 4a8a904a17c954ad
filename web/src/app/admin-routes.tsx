// Which screen of the administration belongs to which address. Each area is fetched with its words when it is first opened.
import type { FunctionComponent } from 'react'
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { AdminPagePath } from '@countersign/api/pages'
import { lazy } from '../ui/lazy.tsx'
import type { Lazy } from '../ui/lazy.tsx'
import { AdminFrame } from '../features/admin/AdminFrame.tsx'
import { OverviewScreen } from '../features/admin/overview/OverviewScreen.tsx'
import { keepPlaces } from '../features/admin/workbench/beside.ts'
import { withPanel } from '../features/admin/workbench/Workbench.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazy(async () => (await import('../features/admin/AdminNotFound.tsx')).AdminNotFound),
})
const frame = createRoute({ getParentRoute: () => root, id: 'administration', component: AdminFrame })

/** @param path as the server knows it; the router writes what stands for a part with a dollar sign */
const inFrame = (path: AdminPagePath, component: FunctionComponent) =>
  createRoute({ getParentRoute: () => frame, path: path.replace(':id', '$id'), component })

/** A list, and what is chosen from it: beside it where there is room, under an address of its own, and each of its tabs under one. */
const withDetail = (
  path: AdminPagePath,
  list: Lazy<FunctionComponent>,
  detail: FunctionComponent,
  one: '$id' | '$id/{-$tab}' = '$id/{-$tab}',
) => {
  const parent = inFrame(path, withPanel(list))
  return parent.addChildren([createRoute({ getParentRoute: () => parent, path: one, component: detail })])
}

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/setup',
    component: lazy(async () => (await import('../features/admin/setup/SetupScreen.tsx')).SetupScreen, {
      messages: ['admin-screens'],
    }),
  }),
  frame.addChildren([
    inFrame('/admin', OverviewScreen),
    withDetail(
      '/admin/people',
      lazy(async () => (await import('../features/admin/people/PeopleScreen.tsx')).PeopleScreen, {
        messages: ['admin-screens'],
      }),
      lazy(async () => (await import('../features/admin/people/PersonScreen.tsx')).PersonScreen, {
        messages: ['admin-screens'],
      }),
    ),
    inFrame(
      '/admin/sessions',
      lazy(async () => (await import('../features/admin/people/SessionsScreen.tsx')).SessionsScreen, {
        messages: ['admin-screens'],
      }),
    ),
    withDetail(
      '/admin/resources',
      lazy(async () => (await import('../features/admin/resources/ResourcesScreen.tsx')).ResourcesScreen, {
        messages: ['admin-screens'],
      }),
      lazy(async () => (await import('../features/admin/resources/ResourceScreen.tsx')).ResourceScreen, {
        messages: ['admin-screens'],
      }),
      '$id',
    ),
    inFrame(
      '/admin/new-resource',
      lazy(async () => (await import('../features/admin/resources/ResourceScreen.tsx')).NewResourceScreen, {
        messages: ['admin-screens'],
      }),
    ),
    withDetail(
      '/admin/groups',
      lazy(async () => (await import('../features/admin/groups/GroupsScreen.tsx')).GroupsScreen, {
        messages: ['admin-screens'],
      }),
      lazy(async () => (await import('../features/admin/groups/GroupScreen.tsx')).GroupScreen, {
        messages: ['admin-screens'],
      }),
    ),
    inFrame(
      '/admin/new-group',
      lazy(async () => (await import('../features/admin/groups/GroupScreen.tsx')).NewGroupScreen, {
        messages: ['admin-screens'],
      }),
    ),
    withDetail(
      '/admin/applications',
      lazy(async () => (await import('../features/admin/applications/ApplicationsScreen.tsx')).ApplicationsScreen, {
        messages: ['admin-screens'],
      }),
      lazy(async () => (await import('../features/admin/applications/ApplicationScreen.tsx')).ApplicationScreen, {
        messages: ['admin-screens', 'sign-in'],
      }),
    ),
    inFrame(
      '/admin/new-application',
      lazy(async () => (await import('../features/admin/applications/NewApplicationScreen.tsx')).NewApplicationScreen, {
        messages: ['admin-screens', 'sign-in'],
      }),
    ),
    inFrame(
      '/admin/tries/:id',
      lazy(async () => (await import('../features/admin/applications/TryScreen.tsx')).TryScreen, {
        messages: ['admin-screens'],
      }),
    ),
    withDetail(
      '/admin/activity',
      lazy(async () => (await import('../features/admin/activity/ActivityScreen.tsx')).ActivityScreen, {
        messages: ['admin-screens'],
      }),
      lazy(async () => (await import('../features/admin/activity/EventScreen.tsx')).EventScreen, {
        messages: ['admin-screens'],
      }),
      '$id',
    ),
    inFrame(
      '/admin/settings',
      lazy(async () => (await import('../features/admin/settings/SettingsScreen.tsx')).SettingsScreen, {
        messages: ['admin-screens', 'sign-in'],
      }),
    ),
    inFrame(
      '/admin/tokens',
      lazy(async () => (await import('../features/admin/tokens/TokensScreen.tsx')).TokensScreen, {
        messages: ['admin-screens'],
      }),
    ),
  ]),
])

/** Makes the router of the administration. @param own the history in the place of the browser's own */
export function createAdminRouter(own: { history?: RouterHistory } = {}) {
  // Whatever cannot be drawn ends the whole page, as on the others (boot.tsx).
  const router = createRouter({ routeTree, disableGlobalCatchBoundary: true, scrollRestoration: () => false, ...own })
  keepPlaces(router)
  return router
}
