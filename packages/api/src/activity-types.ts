// Which lines of the activity log belong to a person and are shown to them, and what each is about. The server's log has
// further kinds of line, which no person sees; every screen that shows these has words for each.

/** What the activity can be narrowed down to. */
export const activityCategories = ['sign-ins', 'wallets', 'passkeys', 'sessions', 'applications', 'identity'] as const
export type ActivityCategory = (typeof activityCategories)[number]

/** Every kind of line that a person can have, and where it belongs. */
export const activityTypeCategories = {
  'person.created': 'identity',
  'person.suspended': 'identity',
  'person.restored': 'identity',
  'role.granted': 'identity',
  'role.revoked': 'identity',
  'token.created': 'identity',
  'token.revoked': 'identity',
  'activity.exported': 'identity',
  'people.exported': 'identity',
  'branding.changed': 'identity',
  'person.changed': 'identity',
  'person.exported': 'identity',
  'person.erased': 'identity',
  'identity.merge_requested': 'identity',
  'identity.merge_ended': 'identity',
  'identity.merged': 'identity',
  'identity.separated': 'identity',
  'wallet.linked': 'wallets',
  'wallet.unlinked': 'wallets',
  'wallet.refused': 'wallets',
  'wallet.unreachable': 'wallets',
  'wallet.reachable': 'wallets',
  'wallet.held': 'wallets',
  'wallet.confirmed': 'wallets',
  'wallet.changed': 'wallets',
  'group.joined': 'identity',
  'group.left': 'identity',
  'passkey.added': 'passkeys',
  'passkey.removed': 'passkeys',
  'passkey.refused': 'passkeys',
  'passkey.counter_back': 'passkeys',
  'passkey.backup_changed': 'passkeys',
  'session.started': 'sign-ins',
  'session.confirmed': 'sign-ins',
  'sign-in.refused': 'sign-ins',
  'step-up.refused': 'sign-ins',
  'cross_device.ended': 'sign-ins',
  'browser.new': 'sessions',
  'browser.known': 'sessions',
  'session.ended': 'sessions',
  'application.authorized': 'applications',
  'application.denied': 'applications',
  'device.approved': 'applications',
  'device.denied': 'applications',
  'grant.withdrawn': 'applications',
  'grant.wallet_changed': 'applications',
  'token.reused': 'applications',
  'token.replayed': 'applications',
  'logout.delivered': 'applications',
  'logout.failed': 'applications',
} as const satisfies Record<string, ActivityCategory>
export type ActivityType = keyof typeof activityTypeCategories

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
