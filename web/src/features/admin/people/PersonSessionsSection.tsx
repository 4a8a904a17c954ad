import { useState } from 'react'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminListQuery } from '../admin-query-hooks.ts'
import { getPersonChangeRestriction } from './admin-person-change-restrictions.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'
import { useSessionColumns } from './use-session-columns.tsx'
import type { PersonSession } from './use-session-columns.tsx'

export function PersonSessionsSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const why = getPersonChangeRestriction(t, person, useMissingPermissionReason('people.change'))
  const sessions = useAdminListQuery('listPersonSessions', { params: { id: person.id } })
  const [ending, setEnding] = useState<PersonSession | null>(null)
  const deviceOf = ({ userAgent }: PersonSession) => describeUserAgent(t, userAgent)
  const [device, ...others] = useSessionColumns()
  const about = [...(device ? [{ ...device, isRowHeader: true }] : []), ...others]
  return (
    <PageSection title={t('adminPeople.sessions.title')}>
      <SearchableAdminTable
        label={t('adminPeople.sessions.list')}
        query={sessions}
        getKey={({ id }) => id}
        empty={
          <EmptyListPanel title={t('adminPeople.sessions.none')}>
            {person.status === 'suspended' ? (
              <>
                <p>{t('adminPeople.sessions.noneWhileSuspended')}</p>
                <AdminPageLink href={adminPagePaths.person(person.id)}>
                  {t('adminPeople.sessions.toRestore')}
                </AdminPageLink>
              </>
            ) : (
              t('adminPeople.sessions.noneText')
            )}
          </EmptyListPanel>
        }
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
        <EndSessionDialog
          personId={person.id}
          session={ending}
          device={deviceOf(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </PageSection>
  )
}

function EndSessionDialog({
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
  const mutation = useAdminMutation(
    'endPersonSession',
    ['listPersonSessions', 'readPerson', 'listPeople', 'listEvents'],
    () => {
      announce(t('adminPeople.sessions.ended', { device }))
      onClose()
      setTimeout(focusPageHeading)
    },
  )
  return (
    <ConfirmAdminActionDialog
      title={t('adminPeople.sessions.endTitle', { device })}
      confirmLabel={t('adminPeople.sessions.end')}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ params: { id: personId, session: session.id } })}
      onCancel={onClose}
    >
      {t('adminPeople.sessions.endText')}
    </ConfirmAdminActionDialog>
  )
}
