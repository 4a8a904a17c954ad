// Routes of the admin console. Each area is loaded with its translations when first opened.
import type { FunctionComponent } from 'react'
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { AdminPagePath } from '@countersign/api/page-html-files'
import { createLazyComponent } from '../ui/lazy-component.tsx'
import type { PrefetchableComponent } from '../ui/lazy-component.tsx'
import { AdminShell } from '../features/admin/AdminShell.tsx'
import { AdminOverviewScreen } from '../features/admin/overview/AdminOverviewScreen.tsx'
import { installScrollRestoration } from '../features/admin/master-detail/master-detail-navigation-state.ts'
import { withMasterDetailLayout } from '../features/admin/master-detail/with-master-detail-layout.tsx'

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: createLazyComponent(
    async () => (await import('../features/admin/AdminNotFoundScreen.tsx')).AdminNotFoundScreen,
  ),
})
const adminFrameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'administration', component: AdminShell })

const createFramedRoute = (path: AdminPagePath, component: FunctionComponent) =>
  createRoute({ getParentRoute: () => adminFrameRoute, path: path.replace(':id', '$id'), component })

const createMasterDetailRoute = (
  path: AdminPagePath,
  list: PrefetchableComponent<FunctionComponent>,
  detail: FunctionComponent,
  one: '$id' | '$id/{-$tab}' = '$id/{-$tab}',
) => {
  const parent = createFramedRoute(path, withMasterDetailLayout(list))
  return parent.addChildren([createRoute({ getParentRoute: () => parent, path: one, component: detail })])
}

const routeTree = rootRoute.addChildren([
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/setup',
    component: createLazyComponent(
      async () => (await import('../features/admin/setup/FirstOwnerSetupScreen.tsx')).FirstOwnerSetupScreen,
      {
        messages: ['admin-screens'],
      },
    ),
  }),
  adminFrameRoute.addChildren([
    createFramedRoute('/admin', AdminOverviewScreen),
    createMasterDetailRoute(
      '/admin/people',
      createLazyComponent(async () => (await import('../features/admin/people/PeopleScreen.tsx')).PeopleScreen, {
        messages: ['admin-screens'],
      }),
      createLazyComponent(async () => (await import('../features/admin/people/PersonScreen.tsx')).PersonScreen, {
        messages: ['admin-screens'],
      }),
    ),
    createFramedRoute(
      '/admin/sessions',
      createLazyComponent(
        async () => (await import('../features/admin/people/AllSessionsScreen.tsx')).AllSessionsScreen,
        {
          messages: ['admin-screens'],
        },
      ),
    ),
    createMasterDetailRoute(
      '/admin/resources',
      createLazyComponent(
        async () => (await import('../features/admin/resources/ResourceServersScreen.tsx')).ResourceServersScreen,
        {
          messages: ['admin-screens'],
        },
      ),
      createLazyComponent(
        async () => (await import('../features/admin/resources/ResourceServerScreen.tsx')).ResourceServerScreen,
        {
          messages: ['admin-screens'],
        },
      ),
      '$id',
    ),
    createFramedRoute(
      '/admin/new-resource',
      createLazyComponent(
        async () => (await import('../features/admin/resources/ResourceServerScreen.tsx')).NewResourceServerScreen,
        {
          messages: ['admin-screens'],
        },
      ),
    ),
    createMasterDetailRoute(
      '/admin/groups',
      createLazyComponent(async () => (await import('../features/admin/groups/GroupsScreen.tsx')).GroupsScreen, {
        messages: ['admin-screens'],
      }),
      createLazyComponent(async () => (await import('../features/admin/groups/GroupScreen.tsx')).GroupScreen, {
        messages: ['admin-screens'],
      }),
    ),
    createFramedRoute(
      '/admin/new-group',
      createLazyComponent(async () => (await import('../features/admin/groups/GroupScreen.tsx')).NewGroupScreen, {
        messages: ['admin-screens'],
      }),
    ),
    createMasterDetailRoute(
      '/admin/applications',
      createLazyComponent(
        async () => (await import('../features/admin/applications/ApplicationsScreen.tsx')).ApplicationsScreen,
        {
          messages: ['admin-screens'],
        },
      ),
      createLazyComponent(
        async () => (await import('../features/admin/applications/ApplicationScreen.tsx')).ApplicationScreen,
        {
          messages: ['admin-screens', 'sign-in'],
        },
      ),
    ),
    createFramedRoute(
      '/admin/new-application',
      createLazyComponent(
        async () => (await import('../features/admin/applications/NewApplicationScreen.tsx')).NewApplicationScreen,
        {
          messages: ['admin-screens', 'sign-in'],
        },
      ),
    ),
    createFramedRoute(
      '/admin/test-logins/:id',
      createLazyComponent(
        async () =>
          (await import('../features/admin/applications/ApplicationTestLoginResultScreen.tsx'))
            .ApplicationTestLoginResultScreen,
        {
          messages: ['admin-screens'],
        },
      ),
    ),
    createMasterDetailRoute(
      '/admin/activity',
      createLazyComponent(async () => (await import('../features/admin/activity/AuditLogScreen.tsx')).AuditLogScreen, {
        messages: ['admin-screens'],
      }),
      createLazyComponent(
        async () => (await import('../features/admin/activity/AuditEntryScreen.tsx')).AuditEntryScreen,
        {
          messages: ['admin-screens'],
        },
      ),
      '$id',
    ),
    createFramedRoute(
      '/admin/settings',
      createLazyComponent(
        async () => (await import('../features/admin/settings/ServerSettingsScreen.tsx')).ServerSettingsScreen,
        {
          messages: ['admin-screens', 'sign-in'],
        },
      ),
    ),
    createFramedRoute(
      '/admin/tokens',
      createLazyComponent(async () => (await import('../features/admin/tokens/ApiTokensScreen.tsx')).ApiTokensScreen, {
        messages: ['admin-screens'],
      }),
    ),
  ]),
])

export function createAdminPageClientRouter(own: { history?: RouterHistory } = {}) {
  const router = createRouter({ routeTree, disableGlobalCatchBoundary: true, scrollRestoration: () => false, ...own })
  installScrollRestoration(router)
  return router
}
