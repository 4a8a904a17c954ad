import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'

export function NotFoundScreen() {
  const t = useTranslations()
  return (
    <PublicPageLayout>
      <FullPageNotice title={t('entrance.notFound.title')} text={t('entrance.notFound.text')}>
        <ButtonLink look="main" href={frontEndPagePaths.home}>
          {t('entrance.notFound.front')}
        </ButtonLink>
      </FullPageNotice>
    </PublicPageLayout>
  )
}
