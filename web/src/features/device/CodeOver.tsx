// A code of another browser has come to an end: what that means, and the way to another one.
import { useTranslations } from 'use-intl'
import { paths } from '../../api/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { codeWords } from '../../ui/problem-words.ts'

interface OutcomeProps {
  outcome: 'ended' | 'failed' | 'passedOn' | 'refused' | 'secondDevice' | 'wrongPair'
}

/** It was used, has run out, or was ended. */
export function CodeOver() {
  const t = useTranslations()
  const { title, action } = codeWords(t, 'cross_device.over')
  return (
    <Message title={title} text={action}>
      <ButtonLink href={paths.device()}>{t('applications.device.anotherCode')}</ButtonLink>
    </Message>
  )
}

/** Nothing came of it: another code is most likely what comes next. */
export function Over({ outcome }: OutcomeProps) {
  const t = useTranslations()
  return (
    <Message title={t(`answering.${outcome}.title`)} text={t(`answering.${outcome}.text`)}>
      <ButtonLink href={paths.device()}>{t('applications.device.anotherCode')}</ButtonLink>
    </Message>
  )
}

/** Nothing is left to do here; another code is rarely what comes next. */
export function Done({ outcome }: OutcomeProps) {
  const t = useTranslations()
  return (
    <Message title={t(`answering.${outcome}.title`)} text={t(`answering.${outcome}.text`)}>
      <ButtonLink look="bare" className="justify-self-start -ml-4" href={paths.device()}>
        {t('applications.device.anotherCode')}
      </ButtonLink>
    </Message>
  )
}
