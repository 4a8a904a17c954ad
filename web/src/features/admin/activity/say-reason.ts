// Why something was refused or ended, in words: the log has short names for it.
import { translateKnown } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'
import type { AdminEvent } from '@countersign/api/admin-calls'
import { cleanText } from '../../../ui/clean-text.ts'

/** @returns the reason of a refusal in words; what there are none for as the log has it, fit to stand in a sentence (THREATS N4) */
export function sayRefusal(t: Translate, reason: string): string {
  const text = cleanText(reason, 120)
  return (
    translateKnown(t, 'adminReasons.refusals', reason) ??
    translateKnown(t, 'adminReasons.altered', text) ??
    (text === '' ? t('adminReasons.unnamed') : text)
  )
}

/** The reason that a line of the activity gives, in words; null for a line without one. */
export function sayReason(t: Translate, { type, details }: Pick<AdminEvent, 'type' | 'details'>): string | null {
  const reason = String(details['reason'] ?? '')
  if (reason === '') return null
  // The kinds of reason share a name or two: what is too late for a sign-in is the end of a session's time.
  const own =
    type === 'session.ended'
      ? translateKnown(t, 'adminReasons.endings', reason)
      : type === 'group.left'
        ? translateKnown(t, 'adminReasons.leavings', reason)
        : undefined
  return own ?? sayRefusal(t, reason)
}
