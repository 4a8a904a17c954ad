// What the inspector says of a fault in a message.
import type { MessageFaultCode } from '@countersign/message'
import { translateKnown } from '../../i18n/translate.ts'
import type { Translate } from '../../i18n/translate.ts'

interface FaultTexts {
  readonly title: string
  readonly action: string
  /** What may stand at its place; null for a fault that is found by comparison. */
  readonly allowed: string | null
}

export function faultTexts(t: Translate, code: MessageFaultCode): FaultTexts {
  return {
    title: t(`messageFaults.${code}.title`),
    action: t(`messageFaults.${code}.action`),
    allowed: translateKnown(t, 'messageFaults', `${code}.allowed`) ?? null,
  }
}
