// What an address shows that leads nowhere.
import { paths } from '../../api/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

export function NotFoundScreen() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <Message title={t('entrance.notFound.title')} text={t('entrance.notFound.text')}>
        <ButtonLink look="main" href={paths.front}>
          {t('entrance.notFound.front')}
        </ButtonLink>
      </Message>
    </PublicLayout>
  )
}
