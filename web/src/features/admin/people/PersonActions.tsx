// What can be done to a person, each behind a question. What cannot be done stays there and says why.
import { useEffect, useState } from 'react'
import { adminPaths } from '../../../api/admin-paths.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { useAdmin } from '../admin-context.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { namePerson } from '../workbench/PersonLink.tsx'
import { useAdminChange, useForget } from '../queries.ts'
import { useAsked, useGo } from '../workbench/use-address.ts'
import type { Asked } from '../workbench/use-address.ts'
import { whyNotChange, whyNotDelete, whyNotSuspend } from './may-change.ts'
import type { PersonInFull } from './person-in-full.ts'

const refresh = ['readPerson', 'listPeople', 'listPersonSessions', 'listEvents'] as const

export function PersonActions({ person }: { person: PersonInFull }) {
  const t = useTranslations()
  const { person: self } = useAdmin()
  const lacking = useLacking('people.change')
  const why = whyNotChange(t, person, lacking)
  const whyNot: Readonly<Record<Asked, string | undefined>> = {
    suspend: whyNotSuspend(t, person, lacking),
    restore: why,
    endSessions: why ?? (person.sessions === 0 ? t('adminPeople.reasons.noSessions') : undefined),
    remove: whyNotDelete(t, person, lacking),
  }
  const isSuspended = person.status === 'suspended'
  const [asking, setAsking] = useState<Asked | null>(null)
  const { ask, entry } = useAsked()
  const isPossible = ask !== null && whyNot[ask] === undefined && !(isSuspended ? ask === 'suspend' : ask === 'restore')
  // Once for each time that somebody comes for it, whatever changes afterwards.
  useEffect(() => {
    if (isPossible) setAsking(ask)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entry])
  const [done, setDone] = useState<string | null>(null)
  const announce = useAnnounce()
  const go = useGo()
  const who = namePerson(person)
  const params = { id: person.id }
  const finish = (what: string) => {
    setAsking(null)
    setDone(what)
    announce(what)
    // The button that was pressed may be another one by now.
    setTimeout(() => document.activeElement === document.body && focusPageHeading())
  }
  const suspend = useAdminChange('suspendPerson', refresh, ({ ended }) =>
    finish(t('adminPeople.suspend.done', { count: ended })),
  )
  const restore = useAdminChange('restorePerson', refresh, () => finish(t('adminPeople.restore.done')))
  const endAll = useAdminChange('endPersonSessions', refresh, ({ ended }) =>
    finish(t('adminPeople.endAll.done', { count: ended })),
  )
  const forget = useForget(params)
  const remove = useAdminChange('deletePerson', ['listPeople'], () => {
    forget()
    announce(t('adminPeople.remove.done'))
    go(adminPaths.people(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    for (const change of [suspend, restore, endAll, remove]) change.reset()
  }
  return (
    <Section title={t('adminPeople.actions')}>
      {done !== null && <Notice tone="verified" title={done} />}
      <div className="flex flex-wrap items-start gap-3">
        {isSuspended ? (
          <Button disabledReason={whyNot.restore} onClick={() => setAsking('restore')}>
            {t('adminPeople.restore.label')}
          </Button>
        ) : (
          <Button disabledReason={whyNot.suspend} onClick={() => setAsking('suspend')}>
            {t('adminPeople.suspend.label')}
          </Button>
        )}
        <Button disabledReason={whyNot.endSessions} onClick={() => setAsking('endSessions')}>
          {t('adminPeople.endAll.label')}
        </Button>
        <Button look="danger" disabledReason={whyNot.remove} onClick={() => setAsking('remove')}>
          {t('adminPeople.remove.label')}
        </Button>
      </div>
      {asking === 'suspend' && (
        <ConfirmDialog
          title={t('adminPeople.suspend.title', { who })}
          confirmLabel={t('adminPeople.suspend.label')}
          asksReason
          reasonHint={t('adminPeople.suspend.reasonHint')}
          change={suspend}
          onConfirm={(reason) => suspend.mutate({ params, body: { reason } })}
          onCancel={cancel}
        >
          {t('adminPeople.suspend.text')}
        </ConfirmDialog>
      )}
      {asking === 'restore' && (
        <ConfirmDialog
          title={t('adminPeople.restore.title', { who })}
          confirmLabel={t('adminPeople.restore.label')}
          change={restore}
          onConfirm={() => restore.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminPeople.restore.text')}
        </ConfirmDialog>
      )}
      {asking === 'endSessions' && (
        <ConfirmDialog
          title={t('adminPeople.endAll.title', { who })}
          confirmLabel={t('adminPeople.endAll.label')}
          change={endAll}
          onConfirm={() => endAll.mutate({ params })}
          onCancel={cancel}
        >
          <p>{t('adminPeople.endAll.text')}</p>
          {person.id === self.id && <p className="mt-2 font-semibold text-ink">{t('adminPeople.endAll.own')}</p>}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('adminPeople.remove.title', { who })}
          confirmLabel={t('adminPeople.remove.label')}
          asksReason
          word={person.id.slice(-6)}
          change={remove}
          onConfirm={(reason) => remove.mutate({ params, body: { reason } })}
          onCancel={cancel}
        >
          {t('adminPeople.remove.text')}
        </ConfirmDialog>
      )}
    </Section>
  )
}
