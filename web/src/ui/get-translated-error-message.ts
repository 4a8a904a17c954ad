// The text of a problem: by its code, or the server's own where this page is older than the server and does not know
// the code yet.
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../api/api-client.ts'
import { translateKnownServerCode } from '../i18n/ui-translation-functions.ts'
import type { TranslationNamespace, Translate } from '../i18n/ui-translation-functions.ts'

/** What happened, and what to do now. */
export interface TranslatedErrorTexts {
  readonly title: string
  readonly action: string
}

/** @returns what happened and what to do now */
export function getTranslatedProblemMessage(
  t: Translate,
  problem: ProblemDetails | HttpConnectionProblem,
): TranslatedErrorTexts {
  if ('title' in problem)
    return findTranslatedErrorMessage(t, problem.code) ?? { title: problem.title, action: problem.detail }
  return getTranslatedErrorMessage(t, problem.code)
}

/**
 * The text for a code, or the one for any error where this page does not know the code.
 * @param own the messages that say some codes otherwise, in whole or in part
 */
export function getTranslatedErrorMessage(
  t: Translate,
  code: string,
  own?: TranslationNamespace,
): TranslatedErrorTexts {
  const { title, action } = findTranslatedErrorMessage(t, code) ?? {
    title: t('ui.unknownError.title'),
    action: t('ui.unknownError.action'),
  }
  if (own === undefined) return { title, action }
  return {
    title: translateKnownServerCode(t, own, `${code}.title`) ?? title,
    action: translateKnownServerCode(t, own, `${code}.action`) ?? action,
  }
}

/** The text for a code of the catalog, or null for anything else. All errors of a message share theirs. */
export function findTranslatedErrorMessage(t: Translate, code: string): TranslatedErrorTexts | null {
  if (code.startsWith('message.')) return { title: t('alteredMessage.title'), action: t('alteredMessage.action') }
  const title = translateKnownServerCode(t, 'errors', `${code}.title`)
  const action = translateKnownServerCode(t, 'errors', `${code}.action`)
  return title !== undefined && action !== undefined ? { title, action } : null
}
