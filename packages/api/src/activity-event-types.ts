// Which lines of the activity log belong to a person and are shown to them, and what each is about. The server's log has
// further kinds of line, which no person sees; every screen that shows these has words for each.

/** What the activity can be narrowed down to. */
export const activityCategories = ['sign-ins', 'wallets', 'passkeys', 'sessions', 'applications', 'identity'] as const
export type ActivityCategory = (typeof activityCategories)[number]

/** Every kind of line that a person can have, and where it belongs. */
export const categoryByActivityEventType = {
  'person.created': 'identity',
  'person.suspended': 'identity',
  'person.reactivated': 'identity',
  'role.granted': 'identity',
  'role.revoked': 'identity',
  'api_token.created': 'identity',
  'api_token.revoked': 'identity',
  'audit_log.exported': 'identity',
  'people.exported': 'identity',
  'branding.changed': 'identity',
  'person.changed': 'identity',
  'person.exported': 'identity',
  'person.erased': 'identity',
  'identity.merge_requested': 'identity',
  'identity.merge_ended': 'identity',
  'identity.merged': 'identity',
  'identity.merge_undone': 'identity',
  'wallet.linked': 'wallets',
  'wallet.unlinked': 'wallets',
  'wallet.refused': 'wallets',
  'wallet.chain_unavailable': 'wallets',
  'wallet.chain_available': 'wallets',
  'wallet.put_on_hold': 'wallets',
  'wallet.hold_released': 'wallets',
  'wallet.ownership_changed': 'wallets',
  'group.member_added': 'identity',
  'group.member_removed': 'identity',
  'passkey.added': 'passkeys',
  'passkey.removed': 'passkeys',
  'passkey.refused': 'passkeys',
  'passkey.counter_regressed': 'passkeys',
  'passkey.backup_changed': 'passkeys',
  'session.started': 'sign-ins',
  'session.stepped_up': 'sign-ins',
  'sign_in.refused': 'sign-ins',
  'step_up.refused': 'sign-ins',
  'cross_device.ended': 'sign-ins',
  'browser.first_seen': 'sessions',
  'browser.trusted': 'sessions',
  'session.ended': 'sessions',
  'application.authorized': 'applications',
  'application.denied': 'applications',
  'device.approved': 'applications',
  'device.denied': 'applications',
  'grant.revoked': 'applications',
  'grant.wallet_changed': 'applications',
  'token.reuse_detected': 'applications',
  'token.retried': 'applications',
  'logout.delivered': 'applications',
  'logout.failed': 'applications',
} as const satisfies Record<string, ActivityCategory>
export type ActivityEventType = keyof typeof categoryByActivityEventType

/** Why a session ended. */
export const sessionEndReasons = [
  'signed-out',
  'idle',
  'expired',
  'revoked',
  'replaced',
  'wallet-unlinked',
  'wallet-no-longer-valid',
  'wallet-unreachable',
  'passkey-removed',
  'identity-merged',
  'identity-separated',
  'person-suspended',
  'person-deleted',
] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]
