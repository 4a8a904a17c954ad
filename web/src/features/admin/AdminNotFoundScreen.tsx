// What an address of the administration shows that leads nowhere.
import { adminPaths } from '../../api/admin-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

export function AdminNotFoundScreen() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <NoticePage title={t('admin.notFound.title')} text={t('admin.notFound.text')}>
        <ButtonLink look="main" href={adminPaths.overview()}>
          {t('admin.notFound.overview')}
        </ButtonLink>
      </NoticePage>
    </PublicLayout>
  )
}
