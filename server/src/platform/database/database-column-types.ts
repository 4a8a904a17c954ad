import type { SessionEndReason } from '@countersign/api/activity-event-types'
import type { CrossDeviceRequestStatus } from '@countersign/api/api-endpoints'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import type { ChainNamespace } from '@countersign/message'

export type { SessionEndReason }

/** The same contract address can belong to another person on another chain. */
export type KeyOrContractWalletKind = 'key' | 'contract'

export type WalletProofMethod = 'ecdsa' | 'erc1271' | 'erc6492' | 'ed25519' | 'bip322' | 'bip137'

export const applicationKinds = ['web', 'single-page', 'native', 'device', 'machine', 'site'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

export const tokenSigningAlgorithms = ['ES256', 'RS256'] as const
export type TokenSigningAlgorithm = (typeof tokenSigningAlgorithms)[number]

type Outcome = 'success' | 'refused'
type ChallengePurpose = 'sign-in' | 'step-up' | 'link' | 'merge'

export interface DatabaseColumnTypes {
  'people.status': 'active' | 'suspended' | 'merged' | 'erased'
  'wallets.namespace': ChainNamespace
  'wallets.kind': KeyOrContractWalletKind
  'passkeys.device_type': 'singleDevice' | 'multiDevice'
  'pending_challenges.purpose': ChallengePurpose
  'cross_device_requests.purpose': ChallengePurpose
  'cross_device_requests.state': CrossDeviceRequestStatus
  'login_requests.decision': 'approved' | 'denied'
  'proofs.method': WalletProofMethod
  'sessions.end_reason': SessionEndReason
  'audit_events.outcome': Outcome
  'audit_log_head.id': 1
  'pending_audit_events.outcome': Outcome
  'checkpoints.id': 1
  'readiness_probe.id': 1
  'role_assignments.role': AdminRole
  'setup.id': 1
  'audit_event_links.kind': 'application' | 'actor' | 'reason'
  'audit_event_counts.outcome': Outcome
  'audit_event_counts.sign_in_method': SignInMethod | ''
  'audit_event_cursor.id': 1
  'retention_progress.id': 1
  'branding.id': 1
  'applications.kind': ApplicationKind
  'applications.origin': 'operator' | 'registration' | 'metadata-document'
  'resources.origin': 'operator' | 'applications'
  'refused_requests.caller': 'own' | 'unknown'
  'signing_keys.algorithm': TokenSigningAlgorithm
  'logout_deliveries.algorithm': TokenSigningAlgorithm
  'logout_deliveries.outcome': 'delivered' | 'failed'
  'work_leases.queue': 'logouts' | 'sessions' | 'groups' | 'names'
}
