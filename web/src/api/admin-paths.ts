// Every address of the administration, with the view of it that its query says; apart from paths.ts, so that the pages
// open to everybody do not carry them.
import type { AdminInput } from '@countersign/api/admin-calls'
import type { AdminCallName } from '@countersign/api/admin-routes'
import { withQuery } from './with-query.ts'

type Query<Name extends AdminCallName> = NonNullable<AdminInput<Name>['query']>

/** What the query of a list may say: what the call that answers it takes, but for the page. */
type ViewOf<
  Name extends 'listPeople' | 'listLiveSessions' | 'listApplications' | 'listResources' | 'listGroups' | 'listEvents',
> = {
  [Part in Exclude<keyof Query<Name>, 'cursor' | 'limit'>]?: Query<Name>[Part] | undefined
}

/** The part of the settings that is about chains. */
export const chainsPart = 'chains'

export const adminPaths = {
  /** @param view a range of days */
  overview: (view: { days?: string; from?: string; to?: string } = {}): string => withQuery('/admin', view),
  people: (view: ViewOf<'listPeople'> = {}): string => withQuery('/admin/people', view),
  person: (id: string): string => withId('/admin/people', id),
  /** The live sessions of everybody. */
  sessions: (view: ViewOf<'listLiveSessions'> = {}): string => withQuery('/admin/sessions', view),
  applications: (view: ViewOf<'listApplications'> = {}): string => withQuery('/admin/applications', view),
  /** @param tab one of its tabs, but for the first */
  application: (id: string, tab?: 'connect'): string =>
    withId('/admin/applications', id) + (tab === undefined ? '' : `/${tab}`),
  newApplication: '/admin/new-application',
  /** What a test login came to. */
  tried: (id: string): string => withId('/admin/tries', id),
  resources: (view: ViewOf<'listResources'> = {}): string => withQuery('/admin/resources', view),
  resource: (id: string): string => withId('/admin/resources', id),
  newResource: '/admin/new-resource',
  groups: (view: ViewOf<'listGroups'> = {}): string => withQuery('/admin/groups', view),
  group: (id: string): string => withId('/admin/groups', id),
  newGroup: '/admin/new-group',
  activity: (view: ViewOf<'listEvents'> & { by?: Query<'groupEvents'>['by'] | undefined } = {}): string =>
    withQuery('/admin/activity', view),
  /** One line in full. */
  event: (sequence: number): string => withId('/admin/activity', String(sequence)),
  settings: '/admin/settings',
  tokens: '/admin/tokens',
} as const

function withId(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
