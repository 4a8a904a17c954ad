// Routes of the admin console. Each area is loaded with its translations when first opened.
import type { FunctionComponent } from 'react'
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import type { AdminPagePath } from '@countersign/api/page-html-files'
import { createLazyComponent } from '../ui/lazy-component.tsx'
import { AdminShell } from '../features/admin/AdminShell.tsx'
import { AdminOverviewScreen } from '../features/admin/overview/AdminOverviewScreen.tsx'
import { installScrollRestoration } from '../features/admin/master-detail/master-detail-navigation-state.ts'

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: createLazyComponent(
    async () => (await import('../features/admin/AdminNotFoundScreen.tsx')).AdminNotFoundScreen,
  ),
})
const adminFrameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'administration', component: AdminShell })

/** A tab is optional: without one, the path of the page leads to its first tab. */
const createFramedRoute = (path: AdminPagePath, component: FunctionComponent) =>
  createRoute({
    getParentRoute: () => adminFrameRoute,
    path: path.replace(':id', '$id').replace(':tab', '{-$tab}'),
    component,
  })

const createMasterDetailRoute = (
  path: AdminPagePath,
  loadList: () => Promise<FunctionComponent>,
  detail: FunctionComponent,
  one: '$id' | '$id/{-$tab}' = '$id/{-$tab}',
) => {
  // The texts of the list load with its layout.
  const layout = createLazyComponent(
    async () => {
      const [{ withMasterDetailLayout }, List] = await Promise.all([
        import('../features/admin/master-detail/with-master-detail-layout.tsx'),
        loadList(),
      ])
      return withMasterDetailLayout(List)
    },
    { messages: ['admin-screens'] },
  )
  const parent = createFramedRoute(path, layout)
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
      async () => (await import('../features/admin/people/PeopleScreen.tsx')).PeopleScreen,
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
      async () => (await import('../features/admin/resources/ResourceServersScreen.tsx')).ResourceServersScreen,
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
      async () => (await import('../features/admin/groups/GroupsScreen.tsx')).GroupsScreen,
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
      async () => (await import('../features/admin/applications/ApplicationsScreen.tsx')).ApplicationsScreen,
      createLazyComponent(
        async () => (await import('../features/admin/applications/ApplicationScreen.tsx')).ApplicationScreen,
        {
          messages: ['admin-screens', 'connect-application', 'preset-texts', 'sign-in'],
        },
      ),
    ),
    createFramedRoute(
      '/admin/new-application',
      createLazyComponent(
        async () => (await import('../features/admin/applications/NewApplicationScreen.tsx')).NewApplicationScreen,
        {
          messages: ['admin-screens', 'connect-application', 'preset-texts', 'sign-in'],
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
      async () => (await import('../features/admin/activity/AuditLogScreen.tsx')).AuditLogScreen,
      createLazyComponent(
        async () => (await import('../features/admin/activity/AuditEntryScreen.tsx')).AuditEntryScreen,
        {
          messages: ['admin-screens'],
        },
      ),
      '$id',
    ),
    createFramedRoute(
      '/admin/settings/:tab',
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
