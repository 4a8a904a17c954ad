// The text of a problem: by its code, or the server's own where this page is older than the server and does not know
// the code yet.
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../api/api.ts'
import { translateKnown } from '../i18n/translate.ts'
import type { Namespace, Translate } from '../i18n/translate.ts'

/** What happened, and what to do now. */
export interface ErrorWords {
  readonly title: string
  readonly action: string
}

/** @returns what happened and what to do now */
export function problemWords(t: Translate, problem: Problem | ClientProblem): ErrorWords {
  if ('title' in problem) return errorWords(t, problem.code) ?? { title: problem.title, action: problem.detail }
  return codeWords(t, problem.code)
}

/**
 * The text for a code, or the one for any error where this page does not know the code.
 * @param own the messages that say some codes otherwise, in whole or in part
 */
export function codeWords(t: Translate, code: string, own?: Namespace): ErrorWords {
  const { title, action } = errorWords(t, code) ?? {
    title: t('ui.unknownError.title'),
    action: t('ui.unknownError.action'),
  }
  if (own === undefined) return { title, action }
  return {
    title: translateKnown(t, own, `${code}.title`) ?? title,
    action: translateKnown(t, own, `${code}.action`) ?? action,
  }
}

/** The text for a code of the catalog, or null for anything else. All faults of a message share theirs. */
export function errorWords(t: Translate, code: string): ErrorWords | null {
  if (code.startsWith('message.')) return { title: t('alteredMessage.title'), action: t('alteredMessage.action') }
  const title = translateKnown(t, 'errors', `${code}.title`)
  const action = translateKnown(t, 'errors', `${code}.action`)
  return title !== undefined && action !== undefined ? { title, action } : null
}
