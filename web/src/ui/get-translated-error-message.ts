// Error texts by code, or the server's own text for codes that are newer than this page.
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../api/api-client.ts'
import { translateKnownServerCode } from '../i18n/ui-translation-functions.ts'
import type { TranslationNamespace, Translate } from '../i18n/ui-translation-functions.ts'

export interface TranslatedErrorTexts {
  readonly title: string
  readonly action: string
}

export function getTranslatedProblemMessage(
  t: Translate,
  problem: ProblemDetails | HttpConnectionProblem,
): TranslatedErrorTexts {
  if ('title' in problem)
    return findTranslatedErrorMessage(t, problem.code) ?? { title: problem.title, action: problem.detail }
  return getTranslatedErrorMessage(t, problem.code)
}

/** Falls back to a generic text. `own` is a namespace that overrides some texts, with `values`. */
export function getTranslatedErrorMessage(
  t: Translate,
  code: string,
  own?: TranslationNamespace,
  values?: Readonly<Record<string, string>>,
): TranslatedErrorTexts {
  const { title, action } = findTranslatedErrorMessage(t, code) ?? {
    title: t('ui.unknownError.title'),
    action: t('ui.unknownError.action'),
  }
  if (own === undefined) return { title, action }
  return {
    title: translateKnownServerCode(t, own, `${code}.title`, values) ?? title,
    action: translateKnownServerCode(t, own, `${code}.action`, values) ?? action,
  }
}

/** Null for an unknown code. All `message.*` errors share one text. */
export function findTranslatedErrorMessage(t: Translate, code: string): TranslatedErrorTexts | null {
  if (code.startsWith('message.')) return { title: t('alteredMessage.title'), action: t('alteredMessage.action') }
  const title = translateKnownServerCode(t, 'errors', `${code}.title`)
  const action = translateKnownServerCode(t, 'errors', `${code}.action`)
  return title !== undefined && action !== undefined ? { title, action } : null
}
