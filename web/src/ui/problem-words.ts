// The words for a problem: by its code, or the server's own where this page is older than the server and does not know
// the code yet.
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../api.ts'
import type { ErrorWords } from '../words/error-words.ts'
import type { Words } from '../words/shape.ts'

/** @returns what happened and what to do now */
export function problemWords(words: Words, problem: Problem | ClientProblem): ErrorWords {
  const known = errorWords(words, problem.code)
  if (known) return known
  return 'title' in problem ? { title: problem.title, action: problem.detail } : words.ui.unknownError
}

/** The words for a code of the catalogue, or null for anything else. All faults of a message share theirs. */
export function errorWords(words: Words, code: string): ErrorWords | null {
  if (code.startsWith('message.')) return words.alteredMessage
  const [group = '', reason = ''] = code.split('.')
  const groups: Readonly<Record<string, Readonly<Record<string, ErrorWords>>>> = words.errors
  const texts = Object.hasOwn(groups, group) ? groups[group] : undefined
  return texts && Object.hasOwn(texts, reason) ? (texts[reason] ?? null) : null
}
