import { useTranslations } from 'use-intl'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { getTranslatedErrorMessage } from '../../ui/get-translated-error-message.ts'

interface CodeOutcomeProps {
  outcome: 'ended' | 'failed' | 'passedOn' | 'refused' | 'secondDevice' | 'wrongPair'
}

export function CrossDeviceCodeEndedOutcome() {
  const t = useTranslations()
  const { title, action } = getTranslatedErrorMessage(t, 'cross_device.ended')
  return (
    <FullPageNotice title={title} text={action}>
      <ButtonLink href={frontEndPagePaths.device()}>{t('applications.device.anotherCode')}</ButtonLink>
    </FullPageNotice>
  )
}

export function CrossDeviceUnsuccessfulOutcome({ outcome }: CodeOutcomeProps) {
  const t = useTranslations()
  return (
    <FullPageNotice title={t(`answering.${outcome}.title`)} text={t(`answering.${outcome}.text`)}>
      <ButtonLink href={frontEndPagePaths.device()}>{t('applications.device.anotherCode')}</ButtonLink>
    </FullPageNotice>
  )
}

export function CrossDeviceCompletedOutcome({ outcome }: CodeOutcomeProps) {
  const t = useTranslations()
  return (
    <FullPageNotice title={t(`answering.${outcome}.title`)} text={t(`answering.${outcome}.text`)}>
      <ButtonLink look="bare" className="justify-self-start -ml-4" href={frontEndPagePaths.device()}>
        {t('applications.device.anotherCode')}
      </ButtonLink>
    </FullPageNotice>
  )
}
