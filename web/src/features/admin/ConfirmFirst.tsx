// What who has a role sees in a browser that nobody has shown to be theirs: a signature alone can have been carried here from another site,
// and is not enough to read about others (THREATS M17).
import { paths } from '../../api/paths.ts'
import { useAskToConfirm } from '../sign-in/step-up/use-sensitive-call.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { useTranslations } from 'use-intl'

export function ConfirmFirst({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations()
  const ask = useAskToConfirm()
  const confirm = async () => {
    if (await ask()) onConfirmed()
  }
  return (
    <Message title={t('admin.confirmFirst.title')} text={t('admin.confirmFirst.text')}>
      <Button look="main" onClick={() => void confirm()}>
        {t('admin.confirmFirst.confirm')}
      </Button>
      <ButtonLink href={paths.account}>{t('admin.toAccount')}</ButtonLink>
    </Message>
  )
}
