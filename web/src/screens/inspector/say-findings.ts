// What was found, in one or two sentences for whoever hears it: how many faults, and where and what the first one is.
import type { Findings } from '@countersign/inspector/findings'
import { familyNames } from '../../wallet/families/names.ts'
import { messageFaultWords } from '../../words/message-faults.ts'
import type { Chapters } from '../../words/shape.ts'

export function sayFindings(
  { namespace, faults: [first, ...further], signature }: Findings,
  words: Chapters['inspector'],
  faultWords: Chapters['messageFaults'],
): string {
  const form = first
    ? words.announceFaults(
        further.length + 1,
        words.place(first.place.line, first.place.column),
        messageFaultWords(faultWords, first.code)?.title ?? first.code,
      )
    : words.wellFormed(familyNames[namespace])
  if (signature === null) return form
  return `${form} ${signature.matches === null ? words.forms[signature.form].title : signature.matches ? words.signatureMatches : words.signatureDiffers}`
}
