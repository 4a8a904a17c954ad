import { useTranslations } from 'use-intl'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { PictureUploadField } from '../PictureUploadField.tsx'
import { useAdminMutation } from '../admin-query-hooks.ts'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'

export function SiteLogoUpload({ logo }: { logo: string | null }) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('settings.change')
  const announce = useAnnounce()
  const setMutation = useAdminMutation('setSiteLogo', ['readSettings'], () =>
    announce(t('adminSettings.branding.markDone')),
  )
  const removeMutation = useAdminMutation('removeSiteLogo', ['readSettings'], () =>
    announce(t('adminSettings.branding.markRemoved')),
  )
  return (
    <div className="grid content-start gap-1">
      <p className="font-semibold">{t('adminSettings.branding.mark')}</p>
      <p className="text-small text-soft">{t('adminSettings.branding.markText')}</p>
      <PictureUploadField
        picture={logo !== null && <img src={logo} alt="" width={64} height={64} className="size-16 object-contain" />}
        canRemove={logo !== null}
        disabledReason={disabledReason}
        setMutation={setMutation}
        removeMutation={removeMutation}
        onChoose={(content) => setMutation.mutate({ body: { content } })}
        onRemove={() => removeMutation.mutate({})}
      />
    </div>
  )
}
