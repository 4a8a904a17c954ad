// Logo changes are saved immediately.
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { PictureUploadField } from '../PictureUploadField.tsx'
import { useAdminMutation } from '../admin-query-hooks.ts'
import { applicationQueriesToRefresh } from './application-details-response-type.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'

export function ApplicationLogoUploadSection({ application }: { application: ApplicationDetailsResponse }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const params = { application: application.id }
  const setMutation = useAdminMutation('setApplicationLogo', applicationQueriesToRefresh, () =>
    announce(t('adminApplications.logo.done')),
  )
  const removeMutation = useAdminMutation('removeApplicationLogo', applicationQueriesToRefresh, () =>
    announce(t('adminApplications.logo.removed')),
  )
  return (
    <PageSection title={t('adminApplications.logo.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminApplications.logo.text')}</p>
      <Card className="grid gap-3 px-4 py-4 sm:px-5">
        <PictureUploadField
          picture={<ApplicationAvatar key={application.logo} application={application} size={64} />}
          canRemove={application.logo !== null}
          disabledReason={useMissingPermissionReason('applications.change')}
          setMutation={setMutation}
          removeMutation={removeMutation}
          onChoose={(content) => setMutation.mutate({ params, body: { content } })}
          onRemove={() => removeMutation.mutate({ params })}
        />
      </Card>
    </PageSection>
  )
}
