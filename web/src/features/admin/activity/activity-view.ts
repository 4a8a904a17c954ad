// What of the activity is shown, as its address says: every filter stands in it, so that a view can be kept and shared by its link.
import { ways } from '@countersign/api/ways'
import type { AdminInput } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../api/admin-paths.ts'
import { searched } from '../workbench/use-address.ts'
import type { View } from '../workbench/use-address.ts'

const moment = /^(19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const identifier = /^[0-9a-z]{26}$/

export const activityForms = {
  type: /^[a-z_.-]+(,[a-z_.-]+)*$/,
  outcome: ['success', 'refused'],
  person: identifier,
  actor: identifier,
  application: searched,
  group: searched,
  address: /^[0-9a-zA-Z]{26,90}$/,
  reason: searched,
  network: /^(unknown|[0-9a-f.:]{2,39}\/[0-9]{1,3})$/,
  way: ways,
  from: moment,
  to: moment,
} as const

export const groupings = ['person', 'application', 'network'] as const
export type GroupedBy = (typeof groupings)[number]

/** The view, and by what its lines are counted, where they are not shown one by one. */
export const screenForms = { ...activityForms, by: groupings } as const

export type ActivityView = View<typeof activityForms>
export type EventQuery = NonNullable<AdminInput<'listEvents'>['query']>

/** Kinds of lines that are often wanted, each a link. Whatever else the list is narrowed down to stays. */
export const namedViews = {
  all: {},
  signIns: { type: 'session.started,session.confirmed,sign-in.refused,step-up.refused' },
  refused: { outcome: 'refused' },
  administration: {
    type:
      'person.suspended,person.restored,person.erased,role.granted,role.revoked,token.created,token.revoked,branding.changed,activity.exported,people.exported,' +
      'group.added,group.changed,group.removed,resource.added,resource.changed,resource.removed,application.added,application.changed,application.disabled,application.enabled,application.removed,' +
      'application.secret_rotated,application.registered,application.let_in,application.tried,key.created,key.ended,registration_token.created,registration_token.ended,backup.made,database.restored',
  },
  applications: {
    type: 'application.authorized,application.denied,device.approved,device.denied,grant.withdrawn,grant.wallet_changed,logout.delivered,logout.failed',
  },
  troubling: {
    type: 'passkey.counter_back,passkey.backup_changed,token.reused,logout.failed,mail.failed,wallet.unreachable,wallet.held,wallet.changed,browser.new,identity.merge_requested,identity.merged',
  },
} as const satisfies Readonly<Record<string, ActivityView>>
export type NamedView = keyof typeof namedViews

/** Which of the named views is shown, if its kinds of lines are those of one. */
export function nameOfView({ type, outcome }: ActivityView): NamedView | null {
  const address = adminPaths.activity({ type, outcome })
  return (Object.keys(namedViews) as NamedView[]).find((name) => addressOfView(namedViews[name]) === address) ?? null
}

/** The same list, of the lines of a named view alone. */
export const addressOfNamed = (view: ActivityView, name: NamedView): string =>
  adminPaths.activity({ ...anyKind, ...view, ...anyKind, ...namedViews[name] })

const anyKind = { type: undefined, outcome: undefined }

export const addressOfView = (view: ActivityView & { by?: GroupedBy | undefined }): string => adminPaths.activity(view)

const dayMs = 86_400_000

/** The day of a moment, and of the moment that ends it, as the fields for days show them; all in UTC. */
export const dayOf = (at: string | undefined): string => at?.slice(0, 10) ?? ''
export const lastDayOf = (to: string | undefined): string =>
  to === undefined || Number.isNaN(Date.parse(to)) ? '' : new Date(Date.parse(to) - 1).toISOString().slice(0, 10)

/** The moment at which a day begins, and the one at which it is over. */
export const beginOf = (day: string): string => (day === '' ? '' : `${day}T00:00:00.000Z`)
export const endOf = (day: string): string =>
  day === '' ? '' : new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString()

/** An IPv4 address, whole or its first three numbers: lines keep the network of an address and not the address. */
const inNetwork = /^(\d{1,3}\.\d{1,3}\.\d{1,3})(\.\d{0,3})?$/

/** What somebody searches for: the form of it says what it is. */
export function readSearch(text: string): Record<'address' | 'person' | 'network' | 'reason', string> {
  const none = { address: '', person: '', network: '', reason: '' }
  // An identifier of a person is twenty-six characters of an alphabet that a Solana address may be of, too.
  if (identifier.test(text)) return { ...none, person: text }
  if (activityForms.address.test(text)) return { ...none, address: text }
  const network = text.replace(inNetwork, '$1.0/24')
  return network.includes('/') && activityForms.network.test(network) ? { ...none, network } : { ...none, reason: text }
}

/** What stands in the field of the search. */
export const searchOf = ({ address, person, reason, network }: ActivityView): string | undefined =>
  address ?? person ?? reason ?? network
