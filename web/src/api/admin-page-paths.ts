// Separate from front-end-page-paths.ts, to keep the admin paths out of the public pages.
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { appendQueryParameters } from './append-query-parameters.ts'

type Query<Name extends AdminApiEndpointName> = NonNullable<AdminApiEndpointInput<Name>['query']>

type ListQuery<
  Name extends 'listPeople' | 'listLiveSessions' | 'listApplications' | 'listResources' | 'listGroups' | 'listEvents',
> = {
  [Part in Exclude<keyof Query<Name>, 'cursor' | 'limit'>]?: Query<Name>[Part] | undefined
}

/** The fragment of older links to the chains, from when the settings had no tabs. */
export const adminChainSettingsAnchorId = 'chains'

export const adminPagePaths = {
  overview: (view: { days?: string; from?: string; to?: string } = {}): string => appendQueryParameters('/admin', view),
  people: (view: ListQuery<'listPeople'> = {}): string => appendQueryParameters('/admin/people', view),
  person: (id: string): string => appendId('/admin/people', id),
  sessions: (view: ListQuery<'listLiveSessions'> = {}): string => appendQueryParameters('/admin/sessions', view),
  applications: (view: ListQuery<'listApplications'> = {}): string =>
    appendQueryParameters('/admin/applications', view),
  application: (id: string, tab?: 'connect'): string =>
    appendId('/admin/applications', id) + (tab === undefined ? '' : `/${tab}`),
  newApplication: '/admin/new-application',
  newApplicationOf: (start: { program: string } | { kind: string }): string =>
    appendQueryParameters('/admin/new-application', start),
  testLogin: (id: string): string => appendId('/admin/test-logins', id),
  resources: (view: ListQuery<'listResources'> = {}): string => appendQueryParameters('/admin/resources', view),
  resource: (id: string): string => appendId('/admin/resources', id),
  newResource: '/admin/new-resource',
  groups: (view: ListQuery<'listGroups'> = {}): string => appendQueryParameters('/admin/groups', view),
  group: (id: string): string => appendId('/admin/groups', id),
  newGroup: '/admin/new-group',
  activity: (view: ListQuery<'listEvents'> & { by?: Query<'aggregateEvents'>['by'] | undefined } = {}): string =>
    appendQueryParameters('/admin/activity', view),
  event: (sequence: number): string => appendId('/admin/activity', String(sequence)),
  settings: '/admin/settings',
  tokens: '/admin/tokens',
} as const

function appendId(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
