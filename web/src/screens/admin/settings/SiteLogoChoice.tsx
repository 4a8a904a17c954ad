// The logo of the site: a picture in place of the rosette.
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { PictureChoice } from '../PictureChoice.tsx'
import { useAdminChange } from '../queries.ts'

export function SiteLogoChoice({ logo }: { logo: string | null }) {
  const t = useTranslations()
  const lacking = useLacking('settings.change')
  const announce = useAnnounce()
  const set = useAdminChange('setMark', ['readSettings'], () => announce(t('adminSettings.branding.markDone')))
  const remove = useAdminChange('removeMark', ['readSettings'], () => announce(t('adminSettings.branding.markRemoved')))
  return (
    <Sheet className="grid gap-3 px-4 py-4 sm:px-5">
      <p className="font-semibold">{t('adminSettings.branding.mark')}</p>
      <p className="text-small text-soft">{t('adminSettings.branding.markText')}</p>
      <PictureChoice
        picture={logo !== null && <img src={logo} alt="" width={64} height={64} className="size-16 object-contain" />}
        canRemove={logo !== null}
        lacking={lacking}
        set={set}
        remove={remove}
        onChoose={(content) => set.mutate({ body: { content } })}
        onRemove={() => remove.mutate({})}
      />
    </Sheet>
  )
}
