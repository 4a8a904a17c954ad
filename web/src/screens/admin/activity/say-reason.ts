// Why something was refused or ended, in words: the log has short names for it.
import type { AdminEvent } from '@countersign/api/admin-calls'
import { cleanText } from '../../../ui/clean-text.ts'
import type { Chapters } from '../../../words/shape.ts'

type ReasonWords = Chapters['adminReasons']

/** @returns the reason of a refusal in words; what there are none for as the log has it, fit to stand in a sentence (THREATS N4) */
export function sayRefusal({ refusals, altered, unnamed }: ReasonWords, reason: string): string {
  const known: Readonly<Record<string, string>> = refusals
  if (Object.hasOwn(known, reason)) return known[reason] ?? unnamed
  const text = cleanText(reason, 120)
  if (text === '') return unnamed
  return Object.hasOwn(altered, text) ? (altered[text] ?? text) : text
}

/** The reason that a line of the activity gives, in words; null for a line without one. */
export function sayReason(words: ReasonWords, { type, details }: Pick<AdminEvent, 'type' | 'details'>): string | null {
  const reason = String(details['reason'] ?? '')
  if (reason === '') return null
  // The kinds of reason share a name or two: what is too late for a sign-in is the end of a session's time.
  const own: Readonly<Record<string, string>> =
    type === 'session.ended' ? words.endings : type === 'group.left' ? words.leavings : {}
  return Object.hasOwn(own, reason) ? (own[reason] ?? null) : sayRefusal(words, reason)
}
