// A sign-in may have been phished, so it alone gives no access to others' data (THREATS M17).
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useRequestStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { useTranslations } from 'use-intl'

export function AdminStepUpRequiredScreen({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations()
  const ask = useRequestStepUp()
  const confirm = async () => {
    if (await ask()) onConfirmed()
  }
  return (
    <FullPageNotice title={t('admin.confirmFirst.title')} text={t('admin.confirmFirst.text')}>
      <Button look="main" onClick={() => void confirm()}>
        {t('admin.confirmFirst.confirm')}
      </Button>
      <ButtonLink href={frontEndPagePaths.account}>{t('admin.toAccount')}</ButtonLink>
    </FullPageNotice>
  )
}
