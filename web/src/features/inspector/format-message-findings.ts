import type { Translate } from '../../i18n/ui-translation-functions.ts'
import type { MessageInspectionResult } from '@countersign/inspector/message-inspection-findings'
import { chainFamilyNames } from '../../i18n/chain-family-names.ts'

export function formatMessageFindings(
  { namespace, errors: [first, ...further], signature }: MessageInspectionResult,
  t: Translate,
): string {
  const form = first
    ? t('inspector.announceFaults', {
        count: further.length + 1,
        place: t('inspector.place', { line: first.place.line, column: first.place.column }),
        title: t(`messageErrors.${first.code}.title`),
      })
    : t('inspector.wellFormed', { family: chainFamilyNames[namespace] })
  if (signature === null) return form
  return `${form} ${signature.matches === null ? t(`inspector.forms.${signature.form}.title`) : signature.matches ? t('inspector.signatureMatches') : t('inspector.signatureDiffers')}`
}
