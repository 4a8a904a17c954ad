// How an application ends: disabled, which can be taken back, or removed for good.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { adminPaths } from '../../../admin-paths.ts'
import { shownName } from '../../../applications/shown-name.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useForget } from '../queries.ts'
import { useGo } from '../use-address.ts'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'

export function ApplicationEnd({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications').end
  const lacking = useLacking('applications.change')
  const announce = useAnnounce()
  const go = useGo()
  const [asking, setAsking] = useState<'disable' | 'remove' | null>(null)
  const name = shownName(application)
  const params = { application: application.id }
  const finish = (what: string) => {
    setAsking(null)
    announce(what)
    // The button that was pressed is another one by now.
    setTimeout(focusPageHeading)
  }
  const disable = useAdminChange('disableApplication', refresh, () => finish(words.disabled))
  const enable = useAdminChange('enableApplication', refresh, () => finish(words.enabled))
  const forget = useForget(params)
  const remove = useAdminChange('removeApplication', ['listApplications', 'readFigures'], () => {
    forget()
    announce(words.removed(name))
    go(adminPaths.applications(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    disable.reset()
    remove.reset()
  }
  const problem = problemToSay(enable.error)
  return (
    <Section title={words.title}>
      <div className="flex flex-wrap items-start gap-3">
        {application.enabled ? (
          <Button disabledReason={lacking} onClick={() => setAsking('disable')}>
            {words.disable}
          </Button>
        ) : (
          <Button
            disabledReason={lacking}
            busyLabel={enable.isPending ? words.enable : undefined}
            onClick={() => enable.mutate({ params })}
          >
            {words.enable}
          </Button>
        )}
        <Button look="danger" disabledReason={lacking} onClick={() => setAsking('remove')}>
          {words.remove}
        </Button>
      </div>
      {problem && <ErrorState problem={problem} />}
      {asking === 'disable' && (
        <ConfirmDialog
          title={words.disableTitle(name)}
          confirmLabel={words.disable}
          change={disable}
          onConfirm={() => disable.mutate({ params })}
          onCancel={cancel}
        >
          {words.disableText}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          confirmLabel={words.remove}
          word={application.id}
          change={remove}
          onConfirm={() => remove.mutate({ params })}
          onCancel={cancel}
        >
          {words.removeText}
        </ConfirmDialog>
      )}
    </Section>
  )
}
