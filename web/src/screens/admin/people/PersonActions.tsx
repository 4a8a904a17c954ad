// What can be done to a person, each behind a question. What cannot be done stays there and says why.
import { useEffect, useState } from 'react'
import { adminPaths } from '../../../admin-paths.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdmin } from '../admin-context.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { namePerson } from '../PersonLink.tsx'
import { useAdminChange, useForget } from '../queries.ts'
import { useAsked, useGo } from '../use-address.ts'
import type { Asked } from '../use-address.ts'
import { whyNotChange, whyNotDelete, whyNotSuspend } from './may-change.ts'
import type { PersonInFull } from './person-in-full.ts'

const refresh = ['readPerson', 'listPeople', 'listPersonSessions', 'listEvents'] as const

export function PersonActions({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople')
  const { person: self } = useAdmin()
  const lacking = useLacking('people.change')
  const why = whyNotChange(words.reasons, person, lacking)
  const whyNot: Readonly<Record<Asked, string | undefined>> = {
    suspend: whyNotSuspend(words.reasons, person, lacking),
    restore: why,
    endSessions: why ?? (person.sessions === 0 ? words.reasons.noSessions : undefined),
    remove: whyNotDelete(words.reasons, person, lacking),
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
  const suspend = useAdminChange('suspendPerson', refresh, ({ ended }) => finish(words.suspend.done(ended)))
  const restore = useAdminChange('restorePerson', refresh, () => finish(words.restore.done))
  const endAll = useAdminChange('endPersonSessions', refresh, ({ ended }) => finish(words.endAll.done(ended)))
  const forget = useForget(params)
  const remove = useAdminChange('deletePerson', ['listPeople'], () => {
    forget()
    announce(words.remove.done)
    go(adminPaths.people(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    for (const change of [suspend, restore, endAll, remove]) change.reset()
  }
  return (
    <Section title={words.actions}>
      {done !== null && <Notice tone="verified" title={done} />}
      <div className="flex flex-wrap items-start gap-3">
        {isSuspended ? (
          <Button disabledReason={whyNot.restore} onClick={() => setAsking('restore')}>
            {words.restore.label}
          </Button>
        ) : (
          <Button disabledReason={whyNot.suspend} onClick={() => setAsking('suspend')}>
            {words.suspend.label}
          </Button>
        )}
        <Button disabledReason={whyNot.endSessions} onClick={() => setAsking('endSessions')}>
          {words.endAll.label}
        </Button>
        <Button look="danger" disabledReason={whyNot.remove} onClick={() => setAsking('remove')}>
          {words.remove.label}
        </Button>
      </div>
      {asking === 'suspend' && (
        <ConfirmDialog
          title={words.suspend.title(who)}
          confirmLabel={words.suspend.label}
          asksReason
          reasonHint={words.suspend.reasonHint}
          change={suspend}
          onConfirm={(reason) => suspend.mutate({ params, body: { reason } })}
          onCancel={cancel}
        >
          {words.suspend.text}
        </ConfirmDialog>
      )}
      {asking === 'restore' && (
        <ConfirmDialog
          title={words.restore.title(who)}
          confirmLabel={words.restore.label}
          change={restore}
          onConfirm={() => restore.mutate({ params })}
          onCancel={cancel}
        >
          {words.restore.text}
        </ConfirmDialog>
      )}
      {asking === 'endSessions' && (
        <ConfirmDialog
          title={words.endAll.title(who)}
          confirmLabel={words.endAll.label}
          change={endAll}
          onConfirm={() => endAll.mutate({ params })}
          onCancel={cancel}
        >
          <p>{words.endAll.text}</p>
          {person.id === self.id && <p className="mt-2 font-semibold text-ink">{words.endAll.own}</p>}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={words.remove.title(who)}
          confirmLabel={words.remove.label}
          asksReason
          word={person.id.slice(-6)}
          change={remove}
          onConfirm={(reason) => remove.mutate({ params, body: { reason } })}
          onCancel={cancel}
        >
          {words.remove.text}
        </ConfirmDialog>
      )}
    </Section>
  )
}
