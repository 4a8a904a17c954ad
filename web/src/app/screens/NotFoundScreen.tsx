// What an address shows that leads nowhere.
import { sitePaths } from '../../api/site-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

export function NotFoundScreen() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <NoticePage title={t('entrance.notFound.title')} text={t('entrance.notFound.text')}>
        <ButtonLink look="main" href={sitePaths.home}>
          {t('entrance.notFound.front')}
        </ButtonLink>
      </NoticePage>
    </PublicLayout>
  )
}
