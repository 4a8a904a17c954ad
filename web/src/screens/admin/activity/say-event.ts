// A line of the activity in a few words. What the log writes of strangers is made fit to stand in a sentence (THREATS N4).
import type { AdminEvent } from '@countersign/api/admin-calls'
import { cleanText } from '../../../ui/clean-text.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import type { Chapters } from '../../../words/shape.ts'

type ActivityWords = Chapters['adminActivity']

/** What a kind of line says. */
export function sayType({ lines, unknownLine }: Pick<ActivityWords, 'lines' | 'unknownLine'>, type: string): string {
  const known: Readonly<Record<string, string>> = lines
  return Object.hasOwn(known, type) ? (known[type] ?? type) : unknownLine(cleanText(type, 40))
}

/** What tells a line from others of its kind: why it was refused or ended, which role or group it was about. */
export function sayParticulars({ details }: Pick<AdminEvent, 'details'>): string {
  const telling = ['reason', 'role', 'groupId', 'method', 'format', 'changed', 'permissions']
  return telling.flatMap((name) => (details[name] === undefined ? [] : [cleanText(String(details[name]), 120)])).join(' · ')
}

/** Who did it to somebody else, in words; null where the person did, or the server. */
export function sayActor({ actors }: Pick<ActivityWords, 'actors'>, actor: AdminEvent['actor']): string | null {
  if (actor === null) return null
  const name = actor.name === null ? '' : cleanText(actor.name, 64)
  if (actor.kind === 'token') return name === '' ? actors.unnamedToken : actors.token(name)
  // Who has no name is called by their address.
  return name === '' ? actor.id : /^0x[0-9a-fA-F]{40}$/.test(name) ? shortAddress(name) : name
}
