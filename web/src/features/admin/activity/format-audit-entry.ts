// Describes audit log entries; untrusted text is sanitized (THREATS N4).
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { isWalletAddressLike, shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { formatAuditEntryReason } from './format-audit-reason.ts'

export function formatAuditEventType(t: Translate, type: string): string {
  return (
    translateKnownServerCode(t, 'adminActivity.lines', type) ??
    t('adminActivity.unknownLine', { type: sanitizeDisplayText(type, 40) })
  )
}

export function formatAuditEntryDetails(
  t: Translate,
  { type, details }: Pick<AdminApiAuditEvent, 'type' | 'details'>,
): string {
  const detail = (name: string): string => sanitizeDisplayText(String(details[name] ?? ''), 120)
  const plain = ['group', 'format', 'changed', 'permissions'].map(detail)
  return [
    formatAuditEntryReason(t, { type, details }) ?? '',
    translateKnownServerCode(t, 'admin.roles', detail('role')) ?? detail('role'),
    formatProofMethod(t, detail('method')),
    details['signedOn'] === 'another-device' ? t('adminActivity.elsewhere') : '',
    ...plain,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

export function formatProofMethod(t: Translate, method: string): string {
  const way = signInMethodByProofMethod.get(method)
  return way === undefined ? sanitizeDisplayText(method, 40) : t(`adminActivity.ways.${way}`)
}

export function formatAuditActor(
  t: Translate,
  { actor, person }: Pick<AdminApiAuditEvent, 'actor' | 'person'>,
): string {
  switch (actor.kind) {
    case 'person':
      return actor.id === person?.id ? t('adminActivity.actors.self') : formatNameOrId(actor)
    case 'token': {
      const name = actor.name === null ? '' : sanitizeDisplayText(actor.name, 64)
      return t('adminActivity.actors.tokenOf', {
        token: name === '' ? t('adminActivity.actors.unnamedToken') : t('adminActivity.actors.token', { name }),
        owner: formatNameOrId(actor.owner),
      })
    }
    case 'operator': {
      const user = sanitizeDisplayText(actor.systemUser ?? '', 64)
      return user === '' ? t('adminActivity.actors.operator') : t('adminActivity.actors.operatorNamed', { user })
    }
    case 'server':
      return t('adminActivity.actors.server', { cause: t(`adminActivity.causes.${actor.cause}`) })
    default:
      return t(`adminActivity.actors.${actor.kind}`)
  }
}

export const formatAuditApplicationName = ({ id, name }: NonNullable<AdminApiAuditEvent['application']>): string =>
  sanitizeDisplayText(name ?? id, 64) || sanitizeDisplayText(id, 64)

function formatNameOrId({ id, name }: { id: string; name: string | null }): string {
  const clean = name === null ? '' : sanitizeDisplayText(name, 64)
  return clean === '' ? id : isWalletAddressLike(clean) ? shortenWalletAddress(clean) : clean
}

export function formatAuditTarget(
  t: Translate,
  { type, details }: Pick<AdminApiAuditEvent, 'type' | 'details'>,
): string | null {
  const detail = (name: string): string => sanitizeDisplayText(String(details[name] ?? ''), 120)
  if (type.startsWith('signing_key.'))
    return t('adminActivity.things.key', { algorithm: detail('algorithm'), generation: detail('generation') })
  if (type === 'branding.changed') return t('adminActivity.things.branding')
  return detail('group') || detail('resource') || detail('product') || null
}
