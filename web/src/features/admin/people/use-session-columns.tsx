import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { Badge } from '../../../ui/Badge.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { formatAddressWithEnsName } from '../../../ui/format-person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import type { TableColumn } from '../Table.tsx'

export type PersonSession = AdminApiEndpointOutput<'listPersonSessions'>['items'][number]

export function useSessionColumns(): TableColumn<PersonSession>[] {
  const t = useTranslations()
  return [
    {
      id: 'device',
      isWide: true,
      head: t('adminPeople.sessions.columns.device'),
      cell: ({ userAgent, newBrowser, contract }) => (
        <span
          className="flex min-w-0 items-center gap-2 *:min-w-0 *:overflow-hidden *:text-ellipsis @[45rem]:*:not-first:shrink-0"
          title={sanitizeDisplayText(userAgent, 300)}
        >
          <span className="font-semibold">{describeUserAgent(t, userAgent)}</span>
          {newBrowser && <Badge tone="attention">{t('adminPeople.sessions.newBrowser')}</Badge>}
          {contract && contract.unreachableSince !== null && (
            <Badge tone="attention">{t('adminPeople.sessions.unreachable')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'way',
      isSecondary: true,
      head: t('adminPeople.sessions.columns.way'),
      cell: (session) => getSignInMethodLabel(session, t('adminPeople.sessions.passkey')),
    },
    {
      id: 'network',
      head: t('adminPeople.sessions.columns.network'),
      cell: ({ networkPrefix }) => (
        <code className="inline-block max-w-[min(100%,24ch)] truncate align-bottom font-mono text-caption">
          {sanitizeDisplayText(networkPrefix, 60)}
        </code>
      ),
    },
    {
      id: 'applications',
      isSecondary: true,
      head: t('adminPeople.sessions.columns.applications'),
      cell: ({ applications }) => applications.map((name) => sanitizeDisplayText(name, 64)).join(', ') || '–',
    },
    {
      id: 'seen',
      isTime: true,
      head: t('adminPeople.sessions.columns.seen'),
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
  ]
}

function getSignInMethodLabel({ wallet, passkey }: PersonSession, unnamed: string): string {
  if (wallet) return formatAddressWithEnsName(wallet.address, wallet.name)
  return sanitizeDisplayText(passkey?.label ?? '', 64) || unnamed
}
