// A line of the activity log as a sentence. What the log has from strangers (names, labels) is cleaned before it stands in
// one (THREATS N4).
import { translateKnown } from '../../i18n/translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { ActivityEvent } from '@countersign/api/calls'
import { activityTypes } from '@countersign/api/activity'
import { shownName } from '../applications/shown-name.ts'
import { cleanText } from '../../ui/clean-text.ts'
import { shortAddress } from '../../ui/address-form.ts'

/** @param device the browser of the line in words */
export function tellEvent(t: Translate, event: ActivityEvent, device: string): string {
  // A server that is newer than this page can have lines that the page does not know.
  if (!Object.hasOwn(activityTypes, event.type)) return t('activity.unknownLine', { type: cleanText(event.type, 40) })
  return t(`activity.lines.${event.type}`, {
    way: wayOf(t, event),
    application: applicationOf(t, event),
    device,
    group: cleanText(String(event.details['group'] ?? ''), 64),
    isElsewhere: event.details['signedOn'] === 'another-device' ? 'true' : 'other',
    isSynchronised: event.details['now'] === 'several-devices' ? 'true' : 'other',
    isOutage: event.details['reason'] === 'unreachable' ? 'true' : 'other',
    ending: textOf(t, 'endings', event.details['reason']) ?? 'none',
    changed: changedOf(t, event),
  })
}

/** Why it was refused; null for what was not. */
export function tellRefusal(t: Translate, { outcome, details }: ActivityEvent): string | null {
  const reason = details['reason']
  if (outcome !== 'refused' || reason === undefined) return null
  const said = textOf(t, 'refusals', reason)
  if (said !== null) return said
  if (/^message\.(domain|uri|scheme)_mismatch$/.test(String(reason))) return t('activity.refusedSite')
  return String(reason).startsWith('message.')
    ? t('activity.refusedMessage')
    : t('activity.unknownRefusal', { reason: cleanText(String(reason), 120) })
}

/** Whether a line wants to be looked at: something was refused, or went wrong. */
export function isTroubling({ outcome, type }: ActivityEvent): boolean {
  return (
    outcome === 'refused' || type === 'token.reused' || type === 'logout.failed' || type === 'passkey.backup_changed'
  )
}

function wayOf(t: Translate, { type, details, evidence }: ActivityEvent): string {
  const { address, label } = evidence
  if (address !== undefined) return t('activity.ways.wallet', { address: shortAddress(address) })
  if (label !== undefined) return t('activity.ways.passkey', { label: cleanText(label, 64) })
  if (details['method'] === 'passkey' || type.startsWith('passkey.')) return t('activity.ways.somePasskey')
  return type.startsWith('wallet.') ? t('activity.ways.someWallet') : t('activity.ways.some')
}

function applicationOf(t: Translate, { application, details }: ActivityEvent): string {
  if (application) return shownName(application)
  const id = cleanText(String(details['applicationId'] ?? ''), 60)
  return id === '' ? t('activity.someApplication') : t('activity.removedApplication', { id })
}

function changedOf(t: Translate, { details }: ActivityEvent): string {
  const what = details['changed']
  return what === 'picture' || what === 'user_name' || what === 'email'
    ? t(`activity.changed.${what}`)
    : t('activity.changed.name')
}

/** The text for a code of the log, or null where there is none. */
function textOf(t: Translate, texts: 'endings' | 'refusals', code: unknown): string | null {
  return (typeof code === 'string' && translateKnown(t, `activity.${texts}`, code)) || null
}
