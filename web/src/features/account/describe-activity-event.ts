// Describes account activity events. Untrusted names and labels are sanitized (THREATS N4).
import { translateKnownServerCode } from '../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../i18n/ui-translation-functions.ts'
import type { ApiActivityEvent } from '@countersign/api/api-endpoints'
import { categoryByActivityEventType } from '@countersign/api/activity-event-types'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'

export function describeActivityEvent(t: Translate, event: ApiActivityEvent, device: string): string {
  // A newer server can send types that this page does not know.
  if (!Object.hasOwn(categoryByActivityEventType, event.type))
    return t('activity.unknownLine', { type: sanitizeDisplayText(event.type, 40) })
  const application = describeApplication(t, event)
  if (event.outcome === 'refused' && event.type === 'application.denied')
    return t('activity.refusedByApplication', { application })
  if (event.outcome === 'refused' && event.type === 'device.denied')
    return t('activity.deviceRefusedByApplication', { application })
  return t(`activity.lines.${event.type}`, {
    way: describeSignInMethod(t, event),
    application,
    where:
      event.application === null
        ? ''
        : ` ${t('activity.toApplication', { application: formatApplicationName(event.application) })}`,
    device,
    group: sanitizeDisplayText(String(event.details['group'] ?? ''), 64),
    isElsewhere: event.details['signedOn'] === 'another-device' ? 'true' : 'other',
    isSynchronised: event.details['now'] === 'several-devices' ? 'true' : 'other',
    isOutage: event.details['reason'] === 'unreachable' ? 'true' : 'other',
    isAutomatic: event.details['how'] === 'automatic' ? 'true' : 'other',
    ending: findText(t, 'endings', event.details['reason']) ?? 'none',
    changed: describeChanges(t, event),
  })
}

export function describeActivityRefusal(t: Translate, { outcome, details }: ApiActivityEvent): string | null {
  const reason = details['reason']
  if (outcome !== 'refused' || reason === undefined) return null
  const said = findText(t, 'refusals', reason)
  if (said !== null) return said
  if (/^message\.(domain|uri|scheme)_mismatch$/.test(String(reason))) return t('activity.refusedSite')
  return String(reason).startsWith('message.')
    ? t('activity.refusedMessage')
    : t('activity.unknownRefusal', { reason: sanitizeDisplayText(String(reason), 120) })
}

export function isNoteworthyActivityEvent({ outcome, type }: ApiActivityEvent): boolean {
  return (
    outcome === 'refused' ||
    type === 'token.reuse_detected' ||
    type === 'logout.failed' ||
    type === 'passkey.backup_changed'
  )
}

function describeSignInMethod(t: Translate, { type, details, evidence }: ApiActivityEvent): string {
  const { address, label } = evidence
  if (address !== undefined) return t('activity.ways.wallet', { address: shortenWalletAddress(address) })
  if (label !== undefined) return t('activity.ways.passkey', { label: sanitizeDisplayText(label, 64) })
  if (details['method'] === 'passkey' || type.startsWith('passkey.')) return t('activity.ways.somePasskey')
  return type.startsWith('wallet.') ? t('activity.ways.someWallet') : t('activity.ways.some')
}

function describeApplication(t: Translate, { application, details }: ApiActivityEvent): string {
  if (application) return formatApplicationName(application)
  const id = sanitizeDisplayText(String(details['applicationId'] ?? ''), 60)
  return id === '' ? t('activity.someApplication') : t('activity.removedApplication', { id })
}

function describeChanges(t: Translate, { details }: ApiActivityEvent): string {
  const what = details['changed']
  return what === 'picture' || what === 'user_name' || what === 'email'
    ? t(`activity.changed.${what}`)
    : t('activity.changed.name')
}

function findText(t: Translate, texts: 'endings' | 'refusals', code: unknown): string | null {
  return (typeof code === 'string' && translateKnownServerCode(t, `activity.${texts}`, code)) || null
}
