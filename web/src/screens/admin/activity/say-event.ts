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
export function sayParticulars({ ways }: Pick<ActivityWords, 'ways'>, { details }: Pick<AdminEvent, 'details'>): string {
  // A reason stands as the log has it: so it is searched for.
  const telling = ['reason', 'role', 'groupId', 'method', 'format', 'changed', 'permissions']
  return telling
    .flatMap((name) => {
      const text = cleanText(String(details[name] ?? ''), 120)
      const way = name === 'method' && Object.hasOwn(wayOf, text) ? wayOf[text as keyof typeof wayOf] : null
      return text === '' ? [] : [way === null ? text : ways[way]]
    })
    .join(' · ')
}

/** Which way of signing in the method of a proof is. */
const wayOf = { ecdsa: 'key', erc1271: 'contract', erc6492: 'contract', passkey: 'passkey' } as const

/** Who did it to somebody else, in words; null where the person did, or the server. */
export function sayActor({ actors }: Pick<ActivityWords, 'actors'>, actor: AdminEvent['actor']): string | null {
  if (actor === null) return null
  const name = actor.name === null ? '' : cleanText(actor.name, 64)
  if (actor.kind === 'token') return name === '' ? actors.unnamedToken : actors.token(name)
  // Who has no name is called by their address.
  return name === '' ? actor.id : /^0x[0-9a-fA-F]{40}$/.test(name) ? shortAddress(name) : name
}
