// Determines who acted from the evidence, or from the event type if there is none.
import { automaticAuditEventCauses } from '@countersign/api/automatic-audit-event-causes'
import type { AutomaticAuditEventCause } from '@countersign/api/automatic-audit-event-causes'
import type { AuditEventType } from './append-audit-events.ts'

// `person` is the person the entry is about, or a stranger if the entry names no known person.
type DefaultActor = 'person' | 'operator' | 'application' | 'stranger' | { server: AutomaticAuditEventCause }

export const defaultAuditActors: Readonly<Record<AuditEventType, DefaultActor>> = {
  'person.created': 'person',
  'role.granted': 'operator',
  'role.revoked': 'operator',
  'api_token.created': 'operator',
  'api_token.revoked': 'operator',
  'branding.changed': 'operator',
  'audit_log.exported': 'operator',
  'people.exported': 'operator',
  'backup.created': 'operator',
  'database.restored': 'operator',
  'person.suspended': 'operator',
  'person.reactivated': 'operator',
  'wallet.linked': 'person',
  'wallet.unlinked': 'person',
  'wallet.refused': 'person',
  'wallet.chain_unavailable': { server: 'recheck' },
  'wallet.chain_available': { server: 'recheck' },
  'wallet.put_on_hold': { server: 'custody' },
  'wallet.hold_released': 'person',
  'wallet.ownership_changed': { server: 'custody' },
  'group.added': 'operator',
  'group.changed': 'operator',
  'group.removed': 'operator',
  'group.member_added': { server: 'groups' },
  'group.member_removed': { server: 'groups' },
  'resource.added': 'operator',
  'resource.changed': 'operator',
  'resource.removed': 'operator',
  'product.added': 'operator',
  'product.changed': 'operator',
  'product.removed': 'operator',
  'passkey.added': 'person',
  'passkey.removed': 'person',
  'passkey.refused': 'person',
  'passkey.counter_regressed': 'stranger',
  'passkey.backup_changed': 'person',
  'cross_device.ended': 'person',
  'browser.first_seen': 'person',
  'browser.trusted': 'person',
  'identity.merge_requested': 'person',
  'identity.merge_ended': 'person',
  'identity.merged': 'person',
  'identity.merge_undone': 'person',
  'person.changed': 'person',
  'person.exported': 'person',
  'person.erased': 'operator',
  'session.stepped_up': 'person',
  // After a failed proof, it is not known whether the caller is the person.
  'step_up.refused': 'stranger',
  'session.started': 'person',
  'session.ended': 'person',
  'sign_in.refused': 'stranger',
  'application.added': 'operator',
  'application.changed': 'operator',
  'application.disabled': 'operator',
  'application.enabled': 'operator',
  'application.removed': 'operator',
  'application.secret_rotated': 'operator',
  'application.approved': 'stranger',
  'application.registered': 'application',
  'application.test_login_started': 'operator',
  'application.authorized': 'person',
  'application.denied': 'person',
  'device.approved': 'person',
  'device.denied': 'person',
  'grant.revoked': 'person',
  'grant.wallet_changed': 'person',
  'token.reuse_detected': 'stranger',
  'token.retried': 'application',
  'signing_key.created': { server: 'keys' },
  'signing_key.retired': 'operator',
  'logout.delivered': { server: 'logouts' },
  'logout.failed': { server: 'logouts' },
  'mail.failed': { server: 'mail' },
  'entry.expired': { server: 'retention' },
  'retention.applied': { server: 'retention' },
  'registration_token.created': 'operator',
  'registration_token.revoked': 'operator',
}

const sessionEndActors: Readonly<Record<string, DefaultActor>> = {
  idle: { server: 'expired' },
  expired: { server: 'expired' },
  'wallet-no-longer-valid': { server: 'recheck' },
  'wallet-unreachable': { server: 'recheck' },
  'person-suspended': 'operator',
}

export type RecordedAuditActor =
  | { kind: 'person'; personId: string }
  | { kind: 'token'; tokenId: string; personId: string }
  | { kind: 'operator'; systemUser: string | null }
  | { kind: 'application' | 'stranger' | 'erased' }
  | { kind: 'server'; cause: AutomaticAuditEventCause }

interface RecordedEntry {
  type: string
  outcome: 'success' | 'refused'
  details: Readonly<Record<string, string | number>>
  personId: string | null
  /** Null once erased. */
  content: Readonly<Record<string, string>> | null
}

export function parseRecordedAuditActor(line: RecordedEntry): RecordedAuditActor {
  const { type, details, personId, content } = line
  const { actorId, tokenId, systemUser, server } = content ?? {}
  if (actorId !== undefined && tokenId !== undefined) return { kind: 'token', tokenId, personId: actorId }
  if (actorId !== undefined) return { kind: 'person', personId: actorId }
  if (systemUser !== undefined) return { kind: 'operator', systemUser }
  const cause = automaticAuditEventCauses.find((known) => known === server)
  if (cause !== undefined) return { kind: 'server', cause }
  const usual = findDefaultActor(type, details)
  if (typeof usual === 'object') return { kind: 'server', cause: usual.server }
  // This covers people who erased themselves, and actors whose evidence was erased.
  if (content === null || (type === 'person.erased' && details['by'] !== 'operator')) return { kind: 'erased' }
  if (usual === 'operator') return { kind: 'operator', systemUser: null }
  return usual === 'person' ? toPersonActor(line, personId) : { kind: usual }
}

function findDefaultActor(type: string, details: RecordedEntry['details']): DefaultActor {
  const ending = type === 'session.ended' ? sessionEndActors[String(details['reason'])] : undefined
  return ending ?? (Object.hasOwn(defaultAuditActors, type) ? defaultAuditActors[type as AuditEventType] : 'stranger')
}

// If a successful authorization names no person, the application acted for itself.
function toPersonActor({ type, outcome }: RecordedEntry, personId: string | null): RecordedAuditActor {
  if (personId !== null) return { kind: 'person', personId }
  return { kind: type === 'application.authorized' && outcome === 'success' ? 'application' : 'stranger' }
}
