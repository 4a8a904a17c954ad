// Every address of the administration, with the view of it that its query says; apart from paths.ts, so that the pages
// open to everybody do not carry them.
import { withQuery } from './with-query.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The part of the settings that is about chains. */
export const chainsPart = 'chains'

export const adminPaths = {
  /** @param view a range of days */
  overview: (view: { days?: string; from?: string; to?: string } = {}): string => withQuery('/admin', view),
  people: (view: Query = {}): string => withQuery('/admin/people', view),
  person: (id: string): string => withId('/admin/people', id),
  /** The live sessions of everybody. */
  sessions: (view: Query = {}): string => withQuery('/admin/sessions', view),
  applications: (view: Query = {}): string => withQuery('/admin/applications', view),
  /** @param tab one of its tabs, but for the first */
  application: (id: string, tab?: 'connect'): string =>
    withId('/admin/applications', id) + (tab === undefined ? '' : `/${tab}`),
  newApplication: '/admin/new-application',
  /** What a test login came to. */
  tried: (id: string): string => withId('/admin/tries', id),
  resources: (view: Query = {}): string => withQuery('/admin/resources', view),
  resource: (id: string): string => withId('/admin/resources', id),
  newResource: '/admin/new-resource',
  groups: (view: Query = {}): string => withQuery('/admin/groups', view),
  group: (id: string): string => withId('/admin/groups', id),
  newGroup: '/admin/new-group',
  activity: (view: Query = {}): string => withQuery('/admin/activity', view),
  /** One line in full. */
  event: (sequence: number): string => withId('/admin/activity', String(sequence)),
  settings: '/admin/settings',
  tokens: '/admin/tokens',
} as const

function withId(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`
}
