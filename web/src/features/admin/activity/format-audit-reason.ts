// Why something was refused or ended, in words: the log has short names for it.
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

/** @returns the reason of a refusal in words; what there are none for as the log has it, fit to stand in a sentence (THREATS N4) */
export function formatAuditRefusalReason(t: Translate, reason: string): string {
  const text = sanitizeDisplayText(reason, 120)
  return (
    translateKnownServerCode(t, 'adminReasons.refusals', reason) ??
    translateKnownServerCode(t, 'adminReasons.altered', text) ??
    (text === '' ? t('adminReasons.unnamed') : text)
  )
}

/** The reason that a line of the activity gives, in words; null for a line without one. */
export function formatAuditEntryReason(
  t: Translate,
  { type, details }: Pick<AdminApiAuditEvent, 'type' | 'details'>,
): string | null {
  const reason = String(details['reason'] ?? '')
  if (reason === '') return null
  // The kinds of reason share a name or two: what is too late for a sign-in is the end of a session's time.
  const own =
    type === 'session.ended'
      ? translateKnownServerCode(t, 'adminReasons.endings', reason)
      : type === 'group.member_removed'
        ? translateKnownServerCode(t, 'adminReasons.leavings', reason)
        : undefined
  return own ?? formatAuditRefusalReason(t, reason)
}
