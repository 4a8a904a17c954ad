import { signInMethods } from '@countersign/api/sign-in-methods'
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { adminSearchTextPattern } from '../master-detail/admin-url-state.ts'
import type { AdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'

const timestampPattern = /^(19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/
const idPattern = /^[0-9a-z]{26}$/

export const auditLogFilterPatterns = {
  type: /^[a-z_.-]+(,[a-z_.-]+)*$/,
  outcome: ['success', 'refused'],
  person: idPattern,
  actor: idPattern,
  application: adminSearchTextPattern,
  group: adminSearchTextPattern,
  address: /^[0-9a-zA-Z]{26,90}$/,
  reason: adminSearchTextPattern,
  network: /^(unknown|[0-9a-f.:]{2,39}\/[0-9]{1,3})$/,
  signInMethod: signInMethods,
  from: timestampPattern,
  to: timestampPattern,
} as const

export const auditEntryCountDimensions = ['person', 'application', 'network'] as const
export type AuditEntryCountDimension = (typeof auditEntryCountDimensions)[number]

export const auditLogUrlParameterPatterns = { ...auditLogFilterPatterns, by: auditEntryCountDimensions } as const

export type AuditLogUrlFilter = AdminUrlQueryParameters<typeof auditLogFilterPatterns>
export type AuditLogQuery = NonNullable<AdminApiEndpointInput<'listEvents'>['query']>

export const auditLogFilterPresets = {
  all: {},
  signIns: { type: 'session.started,session.stepped_up,sign_in.refused,step_up.refused' },
  refused: { outcome: 'refused' },
  administration: {
    type:
      'person.suspended,person.reactivated,person.erased,role.granted,role.revoked,api_token.created,api_token.revoked,branding.changed,audit_log.exported,people.exported,' +
      'group.added,group.changed,group.removed,resource.added,resource.changed,resource.removed,product.added,product.changed,product.removed,application.added,application.changed,application.disabled,application.enabled,application.removed,' +
      'application.secret_rotated,application.registered,application.approved,application.test_login_started,signing_key.created,signing_key.retired,registration_token.created,registration_token.revoked,backup.created,database.restored',
  },
  applications: {
    type: 'application.authorized,application.denied,device.approved,device.denied,grant.revoked,grant.wallet_changed,logout.delivered,logout.failed',
  },
  troubling: {
    type: 'passkey.counter_regressed,passkey.backup_changed,token.reuse_detected,logout.failed,mail.failed,wallet.chain_unavailable,wallet.put_on_hold,wallet.ownership_changed,browser.first_seen,identity.merge_requested,identity.merged',
  },
} as const satisfies Readonly<Record<string, AuditLogUrlFilter>>
export type AuditLogFilterPresetName = keyof typeof auditLogFilterPresets

export function findAuditLogFilterPresetName({ type, outcome }: AuditLogUrlFilter): AuditLogFilterPresetName | null {
  const address = adminPagePaths.activity({ type, outcome })
  return (
    (Object.keys(auditLogFilterPresets) as AuditLogFilterPresetName[]).find(
      (name) => buildAuditLogUrl(auditLogFilterPresets[name]) === address,
    ) ?? null
  )
}

export const buildAuditLogFilterPresetUrl = (view: AuditLogUrlFilter, name: AuditLogFilterPresetName): string =>
  adminPagePaths.activity({ ...withoutNamedView, ...view, ...withoutNamedView, ...auditLogFilterPresets[name] })

const withoutNamedView = { type: undefined, outcome: undefined }

export const buildAuditLogUrl = (view: AuditLogUrlFilter & { by?: AuditEntryCountDimension | undefined }): string =>
  adminPagePaths.activity(view)

const dayMs = 86_400_000

/** The fields contain UTC days. `to` is exclusive in the URL and inclusive in its field. */
export const toUtcDay = (at: string | undefined): string => at?.slice(0, 10) ?? ''
export const toLastIncludedUtcDay = (to: string | undefined): string =>
  to === undefined || Number.isNaN(Date.parse(to)) ? '' : new Date(Date.parse(to) - 1).toISOString().slice(0, 10)

export const getStartOfUtcDay = (day: string): string => (day === '' ? '' : `${day}T00:00:00.000Z`)
export const getEndOfUtcDay = (day: string): string =>
  day === '' ? '' : new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString()

/** An IPv4 address or its first three octets, since entries keep networks, not addresses. */
const ipv4Pattern = /^(\d{1,3}\.\d{1,3}\.\d{1,3})(\.\d{0,3})?$/

export function parseAuditLogSearchFieldText(
  text: string,
): Record<'address' | 'person' | 'network' | 'reason', string> {
  const none = { address: '', person: '', network: '', reason: '' }
  // A 26-character person id can also look like a Solana address, so it is checked first.
  if (idPattern.test(text)) return { ...none, person: text }
  if (auditLogFilterPatterns.address.test(text)) return { ...none, address: text }
  const network = text.replace(ipv4Pattern, '$1.0/24')
  return network.includes('/') && auditLogFilterPatterns.network.test(network)
    ? { ...none, network }
    : { ...none, reason: text }
}

export const formatAuditLogSearchFieldText = ({
  address,
  person,
  reason,
  network,
}: AuditLogUrlFilter): string | undefined => address ?? person ?? reason ?? network
