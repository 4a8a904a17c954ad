// What lists of sessions say of each: where it is, by what somebody signed in, and what they are signed in to through it.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { Badge } from '../../../ui/Badge.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { deviceWords } from '../../../ui/device-words.ts'
import { walletInWords } from '../../../ui/person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter } from '../../../words/use-words.ts'
import type { Column } from '../Table.tsx'

export type PersonSession = AdminAnswer<'listPersonSessions'>['items'][number]

export function useSessionColumns(): Column<PersonSession>[] {
  const { sessions: words } = useChapter('adminPeople')
  const { columns } = words
  return [
    {
      id: 'device',
      isWide: true,
      head: columns.device,
      cell: ({ userAgent, newBrowser, contract }) => (
        <span
          className="flex min-w-0 items-center gap-2 *:min-w-0 *:overflow-hidden *:text-ellipsis @[45rem]:*:not-first:shrink-0"
          title={cleanText(userAgent, 300)}
        >
          <span className="font-semibold">{deviceWords(words, userAgent)}</span>
          {newBrowser && <Badge tone="attention">{words.newBrowser}</Badge>}
          {contract && contract.unreachableSince !== null && <Badge tone="attention">{words.unreachable}</Badge>}
        </span>
      ),
    },
    { id: 'way', isMinor: true, head: columns.way, cell: (session) => wayOf(session, words.passkey) },
    {
      id: 'network',
      head: columns.network,
      cell: ({ networkPrefix }) => (
        <code className="inline-block max-w-[min(100%,24ch)] truncate align-bottom font-mono text-caption">
          {cleanText(networkPrefix, 60)}
        </code>
      ),
    },
    {
      id: 'applications',
      isMinor: true,
      head: columns.applications,
      cell: ({ applications }) => applications.map((name) => cleanText(name, 64)).join(', ') || '–',
    },
    {
      id: 'seen',
      isTime: true,
      head: columns.seen,
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
  ]
}

function wayOf({ wallet, passkey }: PersonSession, unnamed: string): string {
  if (wallet) return walletInWords(wallet.address, wallet.name)
  return cleanText(passkey?.label ?? '', 64) || unnamed
}
