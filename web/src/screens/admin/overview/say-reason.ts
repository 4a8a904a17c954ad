// Why something was refused, in words: the log has short names for it.
import type { Chapters } from '../../../words/shape.ts'

type RefusalWords = Chapters['adminOverview']['refusals']

/** @returns the reason in words; what there are none for as the log has it */
export function sayReason({ reasons, altered, unnamed }: RefusalWords, reason: string): string {
  const known: Readonly<Record<string, string>> = reasons
  if (Object.hasOwn(known, reason)) return known[reason] ?? reason
  if (reason.startsWith('message.')) return altered(reason.slice('message.'.length))
  return reason === '' ? unnamed : reason
}
