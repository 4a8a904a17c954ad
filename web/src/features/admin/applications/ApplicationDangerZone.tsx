import { useState } from 'react'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useClearRemovedItemQueryCache } from '../admin-query-hooks.ts'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { applicationQueriesToRefresh } from './application-details-response-type.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'

export function ApplicationDangerZone({ application }: { application: ApplicationDetailsResponse }) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('applications.change')
  const announce = useAnnounce()
  const go = useAdminNavigate()
  const [asking, setAsking] = useState<'disable' | 'remove' | null>(null)
  const name = formatApplicationName(application)
  const params = { application: application.id }
  const finish = (what: string) => {
    setAsking(null)
    announce(what)
    setTimeout(focusPageHeading)
  }
  const disable = useAdminMutation('disableApplication', applicationQueriesToRefresh, () =>
    finish(t('adminApplications.end.disabled')),
  )
  const enable = useAdminMutation('enableApplication', applicationQueriesToRefresh, () =>
    finish(t('adminApplications.end.enabled')),
  )
  const forget = useClearRemovedItemQueryCache(params)
  const remove = useAdminMutation('removeApplication', ['listApplications', 'readMetrics'], () => {
    forget()
    announce(t('adminApplications.end.removed', { name }))
    go(adminPagePaths.applications(), { isRemoved: true })
  })
  const cancel = () => {
    setAsking(null)
    disable.reset()
    remove.reset()
  }
  const problem = getDisplayableApiProblem(enable.error)
  return (
    <PageSection title={t('adminApplications.end.title')}>
      <div className="flex flex-wrap items-start gap-3">
        {application.enabled ? (
          <Button disabledReason={disabledReason} onClick={() => setAsking('disable')}>
            {t('adminApplications.end.disable')}
          </Button>
        ) : (
          <Button
            disabledReason={disabledReason}
            busyLabel={enable.isPending ? t('adminApplications.end.enable') : undefined}
            onClick={() => enable.mutate({ params })}
          >
            {t('adminApplications.end.enable')}
          </Button>
        )}
        <Button look="danger" disabledReason={disabledReason} onClick={() => setAsking('remove')}>
          {t('adminApplications.end.remove')}
        </Button>
      </div>
      {problem && <LoadErrorPanel problem={problem} />}
      {asking === 'disable' && (
        <ConfirmAdminActionDialog
          title={t('adminApplications.end.disableTitle', { name })}
          confirmLabel={t('adminApplications.end.disable')}
          mutation={disable}
          onConfirm={() => disable.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminApplications.end.disableText')}
        </ConfirmAdminActionDialog>
      )}
      {asking === 'remove' && (
        <ConfirmAdminActionDialog
          title={t('adminApplications.end.removeTitle', { name })}
          confirmLabel={t('adminApplications.end.remove')}
          confirmationText={application.id}
          mutation={remove}
          onConfirm={() => remove.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminApplications.end.removeText')}
        </ConfirmAdminActionDialog>
      )}
    </PageSection>
  )
}
