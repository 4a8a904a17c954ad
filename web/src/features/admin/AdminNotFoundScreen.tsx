import { adminPagePaths } from '../../api/admin-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'

export function AdminNotFoundScreen() {
  const t = useTranslations()
  return (
    <PublicPageLayout>
      <FullPageNotice title={t('admin.notFound.title')} text={t('admin.notFound.text')}>
        <ButtonLink look="main" href={adminPagePaths.overview()}>
          {t('admin.notFound.overview')}
        </ButtonLink>
      </FullPageNotice>
    </PublicPageLayout>
  )
}
