// What was found, in one or two sentences for whoever hears it: how many faults, and where and what the first one is.
import type { Translate } from '../../i18n/translate.ts'
import type { Findings } from '@countersign/inspector/findings'
import { familyNames } from '../../i18n/chain-family-names.ts'

export function sayFindings({ namespace, faults: [first, ...further], signature }: Findings, t: Translate): string {
  const form = first
    ? t('inspector.announceFaults', {
        count: further.length + 1,
        place: t('inspector.place', { line: first.place.line, column: first.place.column }),
        title: t(`messageFaults.${first.code}.title`),
      })
    : t('inspector.wellFormed', { family: familyNames[namespace] })
  if (signature === null) return form
  return `${form} ${signature.matches === null ? t(`inspector.forms.${signature.form}.title`) : signature.matches ? t('inspector.signatureMatches') : t('inspector.signatureDiffers')}`
}
