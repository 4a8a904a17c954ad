// Why something was refused or ended, in words: the log has short names for it.
import { translateKnownCode } from '../../../i18n/translate-messages.ts'
import type { Translate } from '../../../i18n/translate-messages.ts'
import type { AdminAuditEvent } from '@countersign/api/admin-endpoints'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

/** @returns the reason of a refusal in words; what there are none for as the log has it, fit to stand in a sentence (THREATS N4) */
export function formatRefusalReason(t: Translate, reason: string): string {
  const text = sanitizeDisplayText(reason, 120)
  return (
    translateKnownCode(t, 'adminReasons.refusals', reason) ??
    translateKnownCode(t, 'adminReasons.altered', text) ??
    (text === '' ? t('adminReasons.unnamed') : text)
  )
}

/** The reason that a line of the activity gives, in words; null for a line without one. */
export function formatAuditEntryReason(
  t: Translate,
  { type, details }: Pick<AdminAuditEvent, 'type' | 'details'>,
): string | null {
  const reason = String(details['reason'] ?? '')
  if (reason === '') return null
  // The kinds of reason share a name or two: what is too late for a sign-in is the end of a session's time.
  const own =
    type === 'session.ended'
      ? translateKnownCode(t, 'adminReasons.endings', reason)
      : type === 'group.member_removed'
        ? translateKnownCode(t, 'adminReasons.leavings', reason)
        : undefined
  return own ?? formatRefusalReason(t, reason)
}
