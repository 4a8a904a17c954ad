// Where a person is signed in now, and how one of these sessions is ended.
import { useState } from 'react'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { deviceWords } from '../../../ui/device-words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminList } from '../AdminList.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminList } from '../queries.ts'
import { whyNotChange } from './may-change.ts'
import type { PersonInFull } from './person-in-full.ts'
import { useSessionColumns } from './use-session-columns.tsx'
import type { PersonSession } from './use-session-columns.tsx'

export function PersonSessions({ person }: { person: PersonInFull }) {
  const t = useTranslations()
  const why = whyNotChange(t, person, useLacking('people.change'))
  const sessions = useAdminList('listPersonSessions', { params: { id: person.id } })
  const [ending, setEnding] = useState<PersonSession | null>(null)
  const deviceOf = ({ userAgent }: PersonSession) => deviceWords(t, userAgent)
  const [device, ...others] = useSessionColumns()
  const about = [...(device ? [{ ...device, isHead: true }] : []), ...others]
  return (
    <Section title={t('adminPeople.sessions.title')}>
      <AdminList
        label={t('adminPeople.sessions.list')}
        query={sessions}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('adminPeople.sessions.none')}>{t('adminPeople.sessions.noneText')}</EmptyState>}
        columns={[
          ...about,
          {
            id: 'end',
            isAction: true,
            head: t('adminPeople.sessions.columns.end'),
            cell: (session) => (
              <Button
                small
                disabledReason={why}
                aria-label={t('adminPeople.sessions.endNamed', { device: deviceOf(session) })}
                onClick={() => setEnding(session)}
              >
                {t('adminPeople.sessions.end')}
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
  const t = useTranslations()
  const announce = useAnnounce()
  const change = useAdminChange(
    'endPersonSession',
    ['listPersonSessions', 'readPerson', 'listPeople', 'listEvents'],
    () => {
      announce(t('adminPeople.sessions.ended', { device }))
      onClose()
      setTimeout(focusPageHeading)
    },
  )
  return (
    <ConfirmDialog
      title={t('adminPeople.sessions.endTitle', { device })}
      confirmLabel={t('adminPeople.sessions.end')}
      change={change}
      onConfirm={() => change.mutate({ params: { id: personId, session: session.id } })}
      onCancel={onClose}
    >
      {t('adminPeople.sessions.endText')}
    </ConfirmDialog>
  )
}
