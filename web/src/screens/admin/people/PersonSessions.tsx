// Where a person is signed in now, and how one of these sessions is ended.
import { useState } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { deviceWords } from '../../../ui/device-words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusPageHeading } from '../../../ui/PageHeading.tsx'
import { walletInWords } from '../../../ui/person-name.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminList } from '../AdminList.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminList } from '../queries.ts'
import { whyNotChange } from './may-change.ts'
import type { PersonInFull } from './PersonScreen.tsx'

type PersonSession = AdminAnswer<'listPersonSessions'>['items'][number]

export function PersonSessions({ person }: { person: PersonInFull }) {
  const all = useChapter('adminPeople')
  const words = all.sessions
  const why = whyNotChange(all.reasons, person, useLacking('people.change'))
  const sessions = useAdminList('listPersonSessions', { params: { id: person.id } })
  const [ending, setEnding] = useState<PersonSession | null>(null)
  const deviceOf = ({ userAgent }: PersonSession) => deviceWords(words, userAgent)
  const { columns } = words
  return (
    <Section title={words.title}>
      <AdminList
        label={words.list}
        query={sessions}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        columns={[
          {
            id: 'device',
            head: columns.device,
            isHead: true,
            cell: (session) => (
              <span className="flex flex-wrap items-center gap-2" title={cleanText(session.userAgent, 300)}>
                <span className="font-semibold">{deviceOf(session)}</span>
                {session.newBrowser && <Badge tone="attention">{words.newBrowser}</Badge>}
                {session.contract && session.contract.unreachableSince !== null && <Badge tone="attention">{words.unreachable}</Badge>}
              </span>
            ),
          },
          { id: 'way', head: columns.way, cell: (session) => wayOf(session, words.passkey) },
          { id: 'network', head: columns.network, cell: ({ networkPrefix }) => <code className="font-mono text-caption">{cleanText(networkPrefix, 60)}</code> },
          { id: 'applications', head: columns.applications, cell: ({ applications }) => applications.map((name) => cleanText(name, 64)).join(', ') || '–' },
          { id: 'seen', head: columns.seen, cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
          {
            id: 'end',
            head: columns.end,
            cell: (session) => (
              <Button small disabledReason={why} aria-label={words.endNamed(deviceOf(session))} onClick={() => setEnding(session)}>
                {words.end}
              </Button>
            ),
          },
        ]}
      />
      {ending && <EndSession personId={person.id} session={ending} device={deviceOf(ending)} onClose={() => setEnding(null)} />}
    </Section>
  )
}

function wayOf({ wallet, passkey }: PersonSession, unnamed: string): string {
  if (wallet) return walletInWords(wallet.address, wallet.name)
  return cleanText(passkey?.label ?? '', 64) || unnamed
}

function EndSession({ personId, session, device, onClose }: { personId: string; session: PersonSession; device: string; onClose: () => void }) {
  const words = useChapter('adminPeople').sessions
  const announce = useAnnounce()
  const change = useAdminChange('endPersonSession', ['listPersonSessions', 'readPerson', 'listPeople', 'listEvents'], () => {
    announce(words.ended(device))
    onClose()
    setTimeout(focusPageHeading)
  })
  return (
    <ConfirmDialog title={words.endTitle(device)} confirmLabel={words.end} change={change} onConfirm={() => change.mutate({ params: { id: personId, session: session.id } })} onCancel={onClose}>
      {words.endText}
    </ConfirmDialog>
  )
}
