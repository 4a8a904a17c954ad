import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { Badge } from '../../../ui/Badge.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { formatAddressWithEnsName } from '../../../ui/format-person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import type { TableColumn } from '../Table.tsx'

const wrappingTextClass = 'line-clamp-2 whitespace-normal [overflow-wrap:anywhere]'
const applicationsAtOnce = 2

export type PersonSession = AdminApiEndpointOutput<'listPersonSessions'>['items'][number]

export function useSessionColumns(newBrowserClass = ''): TableColumn<PersonSession>[] {
  const t = useTranslations()
  return [
    {
      id: 'device',
      isWide: true,
      weight: 4.1,
      head: t('adminPeople.sessions.columns.device'),
      cell: ({ userAgent, newBrowser, contract }) => (
        <span
          className="flex min-w-0 items-center gap-2 *:min-w-0 *:overflow-hidden *:text-ellipsis @[45rem]:*:not-first:shrink-0"
          title={sanitizeDisplayText(userAgent, 300)}
        >
          <span className="line-clamp-2 font-semibold whitespace-normal">{describeUserAgent(t, userAgent)}</span>
          {newBrowser && (
            <span className={newBrowserClass}>
              <NewBrowserBadge />
            </span>
          )}
          {contract && contract.unreachableSince !== null && (
            <Badge tone="attention">{t('adminPeople.sessions.unreachable')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'way',
      weight: 2.2,
      isSecondary: true,
      head: t('adminPeople.sessions.columns.way'),
      cell: (session) => (
        <span className={wrappingTextClass}>{getSignInMethodLabel(session, t('adminPeople.sessions.passkey'))}</span>
      ),
    },
    {
      id: 'network',
      weight: 3.2,
      head: t('adminPeople.sessions.columns.network'),
      cell: ({ networkPrefix }) => (
        <code className={`${wrappingTextClass} max-w-[24ch] font-mono text-caption`}>
          {sanitizeDisplayText(networkPrefix, 60)}
        </code>
      ),
    },
    {
      id: 'applications',
      weight: 3.3,
      isSecondary: true,
      head: t('adminPeople.sessions.columns.applications'),
      cell: ({ applications }) => (
        <ApplicationNames names={applications.map((name) => sanitizeDisplayText(name, 64))} />
      ),
    },
    {
      id: 'seen',
      isTime: true,
      head: t('adminPeople.sessions.columns.seen'),
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
  ]
}

export function NewBrowserBadge() {
  const t = useTranslations()
  return (
    <Badge tone="attention">
      <span aria-hidden="true" title={t('adminPeople.sessions.newBrowser')}>
        {t('adminPeople.sessions.newBrowserShort')}
      </span>
      <span className="sr-only">{t('adminPeople.sessions.newBrowser')}</span>
    </Badge>
  )
}

function getSignInMethodLabel({ wallet, passkey }: PersonSession, unnamed: string): string {
  if (wallet) return formatAddressWithEnsName(wallet.address, wallet.name)
  return sanitizeDisplayText(passkey?.label ?? '', 64) || unnamed
}

function ApplicationNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return '–'
  const others = names.slice(applicationsAtOnce)
  return (
    <span className="relative flex items-center gap-1.5 py-1" title={names.join(', ')}>
      <span className={`min-w-0 ${wrappingTextClass}`}>{names.slice(0, applicationsAtOnce).join(', ')}</span>
      {others.length > 0 && (
        <>
          <span aria-hidden="true" className="shrink-0 text-soft">
            +{others.length}
          </span>
          <span className="sr-only">{others.join(', ')}</span>
        </>
      )}
    </span>
  )
}
