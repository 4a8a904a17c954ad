import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { getServerSettingsTabUrl } from '../settings/server-settings-tabs.ts'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { getDateFormat } from '../../../ui/memoized-intl-formats.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'

export type AdminAlert = AdminApiEndpointOutput<'listAlerts'>['items'][number]
type StoppedSignInsAlert = AdminAlert & { kind: 'sign_ins_stopped' }

const dayMs = 86_400_000

export function formatAdminAlert(
  t: Translate,
  item: AdminAlert,
  { now, locale }: { now: number; locale: string },
): string {
  switch (item.kind) {
    case 'sign_ins_stopped':
      return formatStoppedSignIns(t, item, locale)
    case 'logouts': {
      const { count, application } = item
      const hasMore = item.hasMore ? 'true' : 'other'
      return application === null
        ? t('adminAlerts.logouts', { count, hasMore })
        : t('adminAlerts.logoutsTo', {
            count,
            hasMore,
            application: sanitizeDisplayText(application.name ?? application.id, 64),
          })
    }
    case 'chain':
      return t('adminAlerts.chain', { name: sanitizeDisplayText(item.name, 64), sessions: item.sessions })
    case 'key':
      return t(item.isOver ? 'adminAlerts.keyOver' : 'adminAlerts.key', {
        algorithm: sanitizeDisplayText(item.algorithm, 20),
      })
    case 'refusals':
      return t('adminAlerts.refusals', { count: item.count, usual: item.usual })
    case 'mails':
      return t('adminAlerts.mails', { count: item.count, hasMore: item.hasMore ? 'true' : 'other' })
    case 'held':
      return t('adminAlerts.held', { count: item.count })
    case 'introspection':
      return t(item.isOwn ? 'adminAlerts.introspectionOwn' : 'adminAlerts.introspection', {
        name: sanitizeDisplayText(item.name, 64),
      })
    case 'backup':
      return item.lastAt === null
        ? t('adminAlerts.noBackup')
        : t('adminAlerts.oldBackup', { days: Math.floor((now - Date.parse(item.lastAt)) / dayMs) })
  }
}

/** For one way, only the day is known, in UTC as in the chart. */
function formatStoppedSignIns(
  t: Translate,
  { way, walletName, since, usual, adminSignIns }: StoppedSignInsAlert,
  locale: string,
): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  if (way === null) {
    const format = getDateFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' })
    return t('adminAlerts.stopped', { since: format.format(Date.parse(since)), usual, adminSignIns })
  }
  return t('adminAlerts.stoppedWay', {
    way: walletName ?? translateKnownServerCode(t, 'adminAlerts.ways', way) ?? way,
    since: getDateFormat(locale, { ...day, timeZone: 'UTC' }).format(Date.parse(since)),
    usual,
  })
}

/** Reports may be made up, so they only explain an alert. */
export function formatBrowserFailures(t: Translate, item: AdminAlert): string | null {
  if (item.kind !== 'sign_ins_stopped' || item.failures === 0 || item.failureReason === null) return null
  return t('adminAlerts.failures', {
    count: item.failures,
    reason: translateKnownServerCode(t, 'adminAlerts.reasons', item.failureReason) ?? String(item.failureReason),
  })
}

export function getAdminAlertUrl(item: AdminAlert): string {
  switch (item.kind) {
    case 'sign_ins_stopped':
      return adminPagePaths.activity({ type: 'session.started,sign_in.refused' })
    case 'logouts':
      return adminPagePaths.activity({ type: 'logout.failed', application: item.application?.id, from: item.from })
    case 'chain':
      return getServerSettingsTabUrl('chains')
    case 'key':
      return getServerSettingsTabUrl('keys')
    case 'refusals':
      return adminPagePaths.activity({ type: 'sign_in.refused', from: item.from, by: 'network' })
    case 'mails':
      return adminPagePaths.activity({ type: 'mail.failed', from: item.from })
    case 'held':
      return adminPagePaths.activity({ type: 'wallet.put_on_hold' })
    case 'introspection':
      return adminPagePaths.application(item.id)
    case 'backup':
      return adminPagePaths.activity({ type: 'backup.created' })
  }
}
