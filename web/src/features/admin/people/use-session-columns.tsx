// What lists of sessions say of each: where it is, by what somebody signed in, and what they are signed in to through it.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { Badge } from '../../../ui/Badge.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { deviceWords } from '../../../ui/device-words.ts'
import { walletInWords } from '../../../ui/person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import type { Column } from '../Table.tsx'

export type PersonSession = AdminAnswer<'listPersonSessions'>['items'][number]

export function useSessionColumns(): Column<PersonSession>[] {
  const t = useTranslations()
  return [
    {
      id: 'device',
      isWide: true,
      head: t('adminPeople.sessions.columns.device'),
      cell: ({ userAgent, newBrowser, contract }) => (
        <span
          className="flex min-w-0 items-center gap-2 *:min-w-0 *:overflow-hidden *:text-ellipsis @[45rem]:*:not-first:shrink-0"
          title={cleanText(userAgent, 300)}
        >
          <span className="font-semibold">{deviceWords(t, userAgent)}</span>
          {newBrowser && <Badge tone="attention">{t('adminPeople.sessions.newBrowser')}</Badge>}
          {contract && contract.unreachableSince !== null && (
            <Badge tone="attention">{t('adminPeople.sessions.unreachable')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'way',
      isMinor: true,
      head: t('adminPeople.sessions.columns.way'),
      cell: (session) => wayOf(session, t('adminPeople.sessions.passkey')),
    },
    {
      id: 'network',
      head: t('adminPeople.sessions.columns.network'),
      cell: ({ networkPrefix }) => (
        <code className="inline-block max-w-[min(100%,24ch)] truncate align-bottom font-mono text-caption">
          {cleanText(networkPrefix, 60)}
        </code>
      ),
    },
    {
      id: 'applications',
      isMinor: true,
      head: t('adminPeople.sessions.columns.applications'),
      cell: ({ applications }) => applications.map((name) => cleanText(name, 64)).join(', ') || '–',
    },
    {
      id: 'seen',
      isTime: true,
      head: t('adminPeople.sessions.columns.seen'),
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
  ]
}

function wayOf({ wallet, passkey }: PersonSession, unnamed: string): string {
  if (wallet) return walletInWords(wallet.address, wallet.name)
  return cleanText(passkey?.label ?? '', 64) || unnamed
}
