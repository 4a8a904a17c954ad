// Where a person is signed in now, and how one of these sessions is ended.
import { useState } from 'react'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { deviceWords } from '../../../ui/device-words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminList } from '../AdminList.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminList } from '../queries.ts'
import { whyNotChange } from './may-change.ts'
import type { PersonInFull } from './person-in-full.ts'
import { useSessionColumns } from './use-session-columns.tsx'
import type { PersonSession } from './use-session-columns.tsx'

export function PersonSessions({ person }: { person: PersonInFull }) {
  const all = useChapter('adminPeople')
  const words = all.sessions
  const why = whyNotChange(all.reasons, person, useLacking('people.change'))
  const sessions = useAdminList('listPersonSessions', { params: { id: person.id } })
  const [ending, setEnding] = useState<PersonSession | null>(null)
  const deviceOf = ({ userAgent }: PersonSession) => deviceWords(words, userAgent)
  const [device, ...others] = useSessionColumns()
  const about = [...(device ? [{ ...device, isHead: true }] : []), ...others]
  return (
    <Section title={words.title}>
      <AdminList
        label={words.list}
        query={sessions}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        columns={[
          ...about,
          {
            id: 'end',
            isAction: true,
            head: words.columns.end,
            cell: (session) => (
              <Button
                small
                disabledReason={why}
                aria-label={words.endNamed(deviceOf(session))}
                onClick={() => setEnding(session)}
              >
                {words.end}
              </Button>
            ),
          },
        ]}
      />
      {ending && (
        <EndSession personId={person.id} session={ending} device={deviceOf(ending)} onClose={() => setEnding(null)} />
      )}
    </Section>
  )
}

function EndSession({
  personId,
  session,
  device,
  onClose,
}: {
  personId: string
  session: PersonSession
  device: string
  onClose: () => void
}) {
  const words = useChapter('adminPeople').sessions
  const announce = useAnnounce()
  const change = useAdminChange(
    'endPersonSession',
    ['listPersonSessions', 'readPerson', 'listPeople', 'listEvents'],
    () => {
      announce(words.ended(device))
      onClose()
      setTimeout(focusPageHeading)
    },
  )
  return (
    <ConfirmDialog
      title={words.endTitle(device)}
      confirmLabel={words.end}
      change={change}
      onConfirm={() => change.mutate({ params: { id: personId, session: session.id } })}
      onCancel={onClose}
    >
      {words.endText}
    </ConfirmDialog>
  )
}
