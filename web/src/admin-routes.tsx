// Which screen of the administration belongs to which address. Each area is fetched with its words when it is first opened.
import type { FunctionComponent } from 'react'
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import type { AdminPagePath } from '@countersign/api/pages'
import { AdminFrame } from './screens/admin/AdminFrame.tsx'
import { keepPlaces } from './screens/admin/workbench/beside.ts'
import { withPanel } from './screens/admin/workbench/Workbench.tsx'
import { lateScreen } from './ui/late-screen.tsx'
import type { LateScreen } from './ui/late-screen.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lateScreen(async () => (await import('./screens/admin/AdminNotFound.tsx')).AdminNotFound, []),
})
const frame = createRoute({ getParentRoute: () => root, id: 'administration', component: AdminFrame })

/** @param path as the server knows it; the router writes what stands for a part with a dollar sign */
const inFrame = (path: AdminPagePath, component: FunctionComponent) =>
  createRoute({ getParentRoute: () => frame, path: path.replace(':id', '$id'), component })

/** A list, and what is chosen from it: beside it where there is room, under an address of its own, and each of its tabs under one. */
const withDetail = (
  path: AdminPagePath,
  list: LateScreen,
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
    component: lateScreen(async () => (await import('./screens/admin/setup/SetupScreen.tsx')).SetupScreen, ['setup']),
  }),
  frame.addChildren([
    inFrame(
      '/admin',
      lateScreen(async () => (await import('./screens/admin/overview/OverviewScreen.tsx')).OverviewScreen, []),
    ),
    withDetail(
      '/admin/people',
      lateScreen(async () => (await import('./screens/admin/people/PeopleScreen.tsx')).PeopleScreen, ['adminPeople']),
      lateScreen(
        async () => (await import('./screens/admin/people/PersonScreen.tsx')).PersonScreen,
        ['adminPeople', 'adminActivity'],
      ),
    ),
    inFrame(
      '/admin/sessions',
      lateScreen(
        async () => (await import('./screens/admin/people/SessionsScreen.tsx')).SessionsScreen,
        ['adminPeople'],
      ),
    ),
    withDetail(
      '/admin/resources',
      lateScreen(
        async () => (await import('./screens/admin/resources/ResourcesScreen.tsx')).ResourcesScreen,
        ['adminResources'],
      ),
      lateScreen(
        async () => (await import('./screens/admin/resources/ResourceScreen.tsx')).ResourceScreen,
        ['adminResources', 'adminApplications'],
      ),
      '$id',
    ),
    inFrame(
      '/admin/new-resource',
      lateScreen(
        async () => (await import('./screens/admin/resources/NewResourceScreen.tsx')).NewResourceScreen,
        ['adminResources', 'adminApplications'],
      ),
    ),
    withDetail(
      '/admin/groups',
      lateScreen(async () => (await import('./screens/admin/groups/GroupsScreen.tsx')).GroupsScreen, ['adminGroups']),
      lateScreen(
        async () => (await import('./screens/admin/groups/GroupScreen.tsx')).GroupScreen,
        ['adminGroups', 'adminActivity'],
      ),
    ),
    inFrame(
      '/admin/new-group',
      lateScreen(
        async () => (await import('./screens/admin/groups/NewGroupScreen.tsx')).NewGroupScreen,
        ['adminGroups'],
      ),
    ),
    withDetail(
      '/admin/applications',
      lateScreen(
        async () => (await import('./screens/admin/applications/ApplicationsScreen.tsx')).ApplicationsScreen,
        ['adminApplications'],
      ),
      lateScreen(
        async () => (await import('./screens/admin/applications/ApplicationScreen.tsx')).ApplicationScreen,
        ['adminApplications', 'adminResources', 'adminTries', 'interaction', 'pagePreview'],
      ),
    ),
    inFrame(
      '/admin/new-application',
      lateScreen(
        async () => (await import('./screens/admin/applications/NewApplicationScreen.tsx')).NewApplicationScreen,
        ['adminApplications', 'adminResources', 'interaction', 'pagePreview'],
      ),
    ),
    inFrame(
      '/admin/tries/:id',
      lateScreen(async () => (await import('./screens/admin/applications/TryScreen.tsx')).TryScreen, ['adminTries']),
    ),
    withDetail(
      '/admin/activity',
      lateScreen(
        async () => (await import('./screens/admin/activity/ActivityScreen.tsx')).ActivityScreen,
        ['adminActivity'],
      ),
      lateScreen(async () => (await import('./screens/admin/activity/EventScreen.tsx')).EventScreen, ['adminActivity']),
      '$id',
    ),
    inFrame(
      '/admin/settings',
      lateScreen(
        async () => (await import('./screens/admin/settings/SettingsScreen.tsx')).SettingsScreen,
        ['adminSettings', 'pagePreview'],
      ),
    ),
    inFrame(
      '/admin/tokens',
      lateScreen(async () => (await import('./screens/admin/tokens/TokensScreen.tsx')).TokensScreen, ['adminTokens']),
    ),
  ]),
])

/** Makes the router of the administration. */
export function createAdminRouter() {
  // Whatever cannot be drawn ends the whole page, as on the others (boot.tsx).
  const router = createRouter({ routeTree, disableGlobalCatchBoundary: true, scrollRestoration: () => false })
  keepPlaces(router)
  return router
}
