// The last area of a person's page. Unavailable actions stay visible and say why.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CardList } from '../../../ui/CardList.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminMutation, useClearRemovedItemQueryCache } from '../admin-query-hooks.ts'
import { usePersonActionFromNavigation, useAdminNavigate } from '../master-detail/admin-url-state.ts'
import type { AdminPersonAction } from '../master-detail/admin-url-state.ts'
import {
  getPersonChangeRestriction,
  getPersonDeleteRestriction,
  getPersonSuspendRestriction,
} from './admin-person-change-restrictions.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

type PersonMutation<Name extends AdminApiEndpointName> = ReturnType<typeof useAdminMutation<Name>>

const personCallsToRefresh = [
  'readPerson',
  'readPersonSignInProblems',
  'listPeople',
  'listPersonSessions',
  'listLiveSessions',
  'listEvents',
] as const

export function PersonActionButtons({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('people.change')
  const why = getPersonChangeRestriction(t, person, lacking)
  const whyNot: Readonly<Record<AdminPersonAction, string | undefined>> = {
    suspend: getPersonSuspendRestriction(t, person, lacking),
    restore: why,
    endSessions: why ?? (person.sessions === 0 ? t('adminPeople.reasons.noSessions') : undefined),
    remove: getPersonDeleteRestriction(t, person, lacking),
  }
  const isSuspended = person.status === 'suspended'
  const [asking, setAsking] = useState<AdminPersonAction | null>(null)
  const { ask, entry } = usePersonActionFromNavigation()
  const isPossible = ask !== null && whyNot[ask] === undefined && !(isSuspended ? ask === 'suspend' : ask === 'restore')
  // The confirmation opens once per navigation, whatever changes afterwards.
  useEffect(() => {
    if (isPossible) setAsking(ask)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entry])
  const [done, setDone] = useState<string | null>(null)
  const announce = useAnnounce()
  const go = useAdminNavigate()
  const params = { id: person.id }
  const finish = (what: string) => {
    setAsking(null)
    setDone(what)
    announce(what)
    setTimeout(() => document.activeElement === document.body && focusPageHeading())
  }
  const suspend = useAdminMutation('suspendPerson', personCallsToRefresh, ({ ended }) =>
    finish(t('adminPeople.suspend.done', { count: ended })),
  )
  const restore = useAdminMutation('reactivatePerson', personCallsToRefresh, () =>
    finish(t('adminPeople.restore.done')),
  )
  const endAll = useAdminMutation('endPersonSessions', personCallsToRefresh, ({ ended }) =>
    finish(t('adminPeople.endAll.done', { count: ended })),
  )
  const forget = useClearRemovedItemQueryCache(params)
  const remove = useAdminMutation('deletePerson', ['listPeople'], () => {
    forget()
    announce(t('adminPeople.remove.done'))
    go(adminPagePaths.people(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    for (const change of [suspend, restore, endAll, remove]) change.reset()
  }
  return (
    <PageSection title={t('adminPeople.actions')}>
      {done !== null && <InlineNotice tone="verified" title={done} />}
      <CardList label={t('adminPeople.actions')}>
        {!(isSuspended && person.sessions === 0) && (
          <ActionRow about={t('adminPeople.endAll.about')}>
            <Button small disabledReason={whyNot.endSessions} onClick={() => setAsking('endSessions')}>
              {t('adminPeople.endAll.label')}
            </Button>
          </ActionRow>
        )}
        {/* The notice at the top restores. */}
        {!isSuspended && (
          <ActionRow about={t('adminPeople.suspend.about')}>
            <Button small disabledReason={whyNot.suspend} onClick={() => setAsking('suspend')}>
              {t('adminPeople.suspend.label')}
            </Button>
          </ActionRow>
        )}
        <ActionRow about={t('adminPeople.remove.about')}>
          <Button small look="danger" disabledReason={whyNot.remove} onClick={() => setAsking('remove')}>
            {t('adminPeople.remove.label')}
          </Button>
        </ActionRow>
      </CardList>
      {asking !== null && (
        <PersonActionDialog
          key={asking}
          action={asking}
          person={person}
          mutations={{ suspend, restore, endSessions: endAll, remove }}
          onCancel={cancel}
        />
      )}
    </PageSection>
  )
}

function ActionRow({ about, children }: { about: string; children: ReactNode }) {
  return (
    <li className="grid items-center justify-items-start gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[1fr_auto] sm:px-5">
      <p>{about}</p>
      {children}
    </li>
  )
}

interface PersonActionDialogProps {
  action: AdminPersonAction
  person: PersonDetailsResponse
  mutations: {
    suspend: PersonMutation<'suspendPerson'>
    restore: PersonMutation<'reactivatePerson'>
    endSessions: PersonMutation<'endPersonSessions'>
    remove: PersonMutation<'deletePerson'>
  }
  onCancel: () => void
}

function PersonActionDialog({ action, person, mutations, onCancel }: PersonActionDialogProps) {
  const t = useTranslations()
  const { person: self } = useSignedInAdminAccess()
  const { suspend, restore, endSessions, remove } = mutations
  const who = getPersonLabel(person)
  const params = { id: person.id }
  switch (action) {
    case 'suspend':
      return (
        <ConfirmAdminActionDialog
          title={t('adminPeople.suspend.title', { who })}
          confirmLabel={t('adminPeople.suspend.label')}
          requiresReason
          reasonHint={t('adminPeople.suspend.reasonHint')}
          mutation={suspend}
          onConfirm={(reason) => suspend.mutate({ params, body: { reason } })}
          onCancel={onCancel}
        >
          {t('adminPeople.suspend.text')}
        </ConfirmAdminActionDialog>
      )
    case 'restore':
      return (
        <ConfirmAdminActionDialog
          title={t('adminPeople.restore.title', { who })}
          confirmLabel={t('adminPeople.restore.label')}
          mutation={restore}
          onConfirm={() => restore.mutate({ params })}
          onCancel={onCancel}
        >
          {t('adminPeople.restore.text')}
        </ConfirmAdminActionDialog>
      )
    case 'endSessions':
      return (
        <ConfirmAdminActionDialog
          title={t('adminPeople.endAll.title', { who })}
          confirmLabel={t('adminPeople.endAll.label')}
          mutation={endSessions}
          onConfirm={() => endSessions.mutate({ params })}
          onCancel={onCancel}
        >
          <p>{t('adminPeople.endAll.text')}</p>
          {person.id === self.id && <p className="mt-2 font-semibold text-ink">{t('adminPeople.endAll.own')}</p>}
        </ConfirmAdminActionDialog>
      )
    case 'remove':
      return (
        <ConfirmAdminActionDialog
          title={t('adminPeople.remove.title', { who })}
          confirmLabel={t('adminPeople.remove.label')}
          requiresReason
          confirmationText={person.id.slice(-6)}
          mutation={remove}
          onConfirm={(reason) => remove.mutate({ params, body: { reason } })}
          onCancel={onCancel}
        >
          {t('adminPeople.remove.text')}
        </ConfirmAdminActionDialog>
      )
  }
}
