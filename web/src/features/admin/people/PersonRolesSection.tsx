// The last owner of the server cannot be removed (SPEC point 6).
import { useState } from 'react'
import { adminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CardList, CardListRow } from '../../../ui/CardList.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { getPersonLabel, PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminMutation } from '../admin-query-hooks.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

interface RoleChange {
  role: AdminRole
  isGiven: boolean
}

export function PersonRolesSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('roles.change')
  const [asked, setAsked] = useState<RoleChange | null>(null)
  const whyNotGive =
    lacking ??
    (person.status !== 'active'
      ? t('adminPeople.reasons.notActive')
      : person.mergeOpen
        ? t('adminPeople.reasons.mergeOpen')
        : undefined)
  return (
    <PageSection title={t('adminPeople.roles.title')}>
      {person.roleList.length === 0 && <p className="text-soft">{t('adminPeople.roles.none')}</p>}
      {whyNotGive !== undefined && <p className="text-small text-soft">{whyNotGive}</p>}
      <CardList label={t('adminPeople.roles.title')}>
        {adminRoles.map((role) => {
          const given = person.roleList.find((held) => held.role === role)
          const whyNotTake =
            lacking ?? (role === 'owner' && person.isLastOwner ? t('adminPeople.reasons.isLastOwner') : undefined)
          const whyNot = given ? whyNotTake : whyNotGive
          const name = t(`admin.roles.${role}`)
          return (
            <CardListRow
              key={role}
              head={
                <>
                  <p className="font-semibold">{name}</p>
                  <p className="text-small text-soft">{t(`adminPeople.roles.about.${role}`)}</p>
                </>
              }
              action={
                // The reason is above the list, and a description of each button.
                <div className={whyNot === whyNotGive ? '[&>span>span]:sr-only' : ''}>
                  <Button
                    small
                    disabledReason={whyNot}
                    aria-label={
                      given
                        ? t('adminPeople.roles.takeNamed', { role: name })
                        : t('adminPeople.roles.giveNamed', { role: name })
                    }
                    onClick={() => setAsked({ role, isGiven: given !== undefined })}
                  >
                    {given ? t('adminPeople.roles.take') : t('adminPeople.roles.give')}
                  </Button>
                </div>
              }
            >
              {given && (
                <p className="text-small text-soft">
                  {t('adminPeople.roles.given')} <RelativeTime at={given.grantedAt} />{' '}
                  {given.grantedBy === null ? t('adminPeople.roles.byOperator') : t('adminPeople.roles.by')}{' '}
                  {given.grantedBy && <PersonLink person={given.grantedBy} size={20} />}
                </p>
              )}
            </CardListRow>
          )
        })}
      </CardList>
      {asked && <ChangeRoleDialog person={person} asked={asked} onClose={() => setAsked(null)} />}
    </PageSection>
  )
}

function ChangeRoleDialog({
  person,
  asked: { role, isGiven },
  onClose,
}: {
  person: PersonDetailsResponse
  asked: RoleChange
  onClose: () => void
}) {
  const t = useTranslations()
  const { person: self } = useSignedInAdminAccess()
  const announce = useAnnounce()
  const name = t(`admin.roles.${role}`)
  const who = getPersonLabel(person)
  const refresh = ['readPerson', 'listPeople', 'readAdminSession', 'listEvents'] as const
  const give = useAdminMutation('grantRole', refresh, () => {
    announce(t('adminPeople.roles.gave', { role: name }))
    onClose()
  })
  const take = useAdminMutation('revokeRole', refresh, () => {
    announce(t('adminPeople.roles.took', { role: name }))
    onClose()
  })
  const mutation = isGiven ? take : give
  return (
    <ConfirmAdminActionDialog
      title={
        isGiven
          ? t('adminPeople.roles.takeTitle', { role: name, who })
          : t('adminPeople.roles.giveTitle', { role: name, who })
      }
      confirmLabel={isGiven ? t('adminPeople.roles.take') : t('adminPeople.roles.give')}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ params: { id: person.id, role } })}
      onCancel={onClose}
    >
      <p>{isGiven ? t('adminPeople.roles.takeText') : t(`adminPeople.roles.about.${role}`)}</p>
      {isGiven && person.id === self.id && (
        <p className="mt-2 font-semibold text-ink">{t('adminPeople.roles.takeOwnText')}</p>
      )}
    </ConfirmAdminActionDialog>
  )
}
