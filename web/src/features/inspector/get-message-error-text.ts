import type { MessageErrorCode } from '@countersign/message'
import { translateKnownServerCode } from '../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../i18n/ui-translation-functions.ts'

interface MessageErrorText {
  readonly title: string
  readonly action: string
  /** What is allowed at this position; null for errors that were found by comparison. */
  readonly allowed: string | null
}

export function getMessageErrorText(t: Translate, code: MessageErrorCode): MessageErrorText {
  return {
    title: t(`messageErrors.${code}.title`),
    action: t(`messageErrors.${code}.action`),
    allowed: translateKnownServerCode(t, 'messageErrors', `${code}.allowed`) ?? null,
  }
}
