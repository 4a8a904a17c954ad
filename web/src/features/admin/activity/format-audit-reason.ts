import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

/** @returns the reason in words; an unknown reason is sanitized and returned as is (THREATS N4) */
export function formatAuditRefusalReason(t: Translate, reason: string): string {
  const text = sanitizeDisplayText(reason, 120)
  return (
    translateKnownServerCode(t, 'adminReasons.refusals', reason) ??
    translateKnownServerCode(t, 'adminReasons.altered', text) ??
    (text === '' ? t('adminReasons.unnamed') : text)
  )
}

export function formatAuditEntryReason(
  t: Translate,
  { type, details }: Pick<AdminApiAuditEvent, 'type' | 'details'>,
): string | null {
  const reason = String(details['reason'] ?? '')
  if (reason === '') return null
  // Some reason names occur in several lists with different meanings.
  const own =
    type === 'session.ended'
      ? translateKnownServerCode(t, 'adminReasons.endings', reason)
      : type === 'group.member_removed'
        ? translateKnownServerCode(t, 'adminReasons.leavings', reason)
        : undefined
  return own ?? formatAuditRefusalReason(t, reason)
}
