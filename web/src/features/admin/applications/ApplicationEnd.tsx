// How an application ends: disabled, which can be taken back, or removed for good.
import { useState } from 'react'
import { problemToSay } from '../../../api/answers.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { shownName } from '../../applications/shown-name.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { Section } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useForget } from '../queries.ts'
import { useGo } from '../workbench/use-address.ts'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'

export function ApplicationEnd({ application }: { application: ApplicationInFull }) {
  const t = useTranslations()
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
  const disable = useAdminChange('disableApplication', refresh, () => finish(t('adminApplications.end.disabled')))
  const enable = useAdminChange('enableApplication', refresh, () => finish(t('adminApplications.end.enabled')))
  const forget = useForget(params)
  const remove = useAdminChange('removeApplication', ['listApplications', 'readFigures'], () => {
    forget()
    announce(t('adminApplications.end.removed', { name }))
    go(adminPaths.applications(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    disable.reset()
    remove.reset()
  }
  const problem = problemToSay(enable.error)
  return (
    <Section title={t('adminApplications.end.title')}>
      <div className="flex flex-wrap items-start gap-3">
        {application.enabled ? (
          <Button disabledReason={lacking} onClick={() => setAsking('disable')}>
            {t('adminApplications.end.disable')}
          </Button>
        ) : (
          <Button
            disabledReason={lacking}
            busyLabel={enable.isPending ? t('adminApplications.end.enable') : undefined}
            onClick={() => enable.mutate({ params })}
          >
            {t('adminApplications.end.enable')}
          </Button>
        )}
        <Button look="danger" disabledReason={lacking} onClick={() => setAsking('remove')}>
          {t('adminApplications.end.remove')}
        </Button>
      </div>
      {problem && <ErrorState problem={problem} />}
      {asking === 'disable' && (
        <ConfirmDialog
          title={t('adminApplications.end.disableTitle', { name })}
          confirmLabel={t('adminApplications.end.disable')}
          change={disable}
          onConfirm={() => disable.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminApplications.end.disableText')}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('adminApplications.end.removeTitle', { name })}
          confirmLabel={t('adminApplications.end.remove')}
          word={application.id}
          change={remove}
          onConfirm={() => remove.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminApplications.end.removeText')}
        </ConfirmDialog>
      )}
    </Section>
  )
}
