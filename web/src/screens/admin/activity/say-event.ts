// A line of the activity in a few words. What the log writes of strangers is made fit to stand in a sentence (THREATS N4).
import type { AdminEvent } from '@countersign/api/admin-calls'
import { wayOfMethod } from '@countersign/api/ways'
import { cleanText } from '../../../ui/clean-text.ts'
import { isLikeAddress, shortAddress } from '../../../ui/address-form.ts'
import type { Chapters } from '../../../words/shape.ts'
import { sayReason } from './say-reason.ts'

type ActivityWords = Chapters['adminActivity']

/** What a kind of line says. */
export function sayType({ lines, unknownLine }: Pick<ActivityWords, 'lines' | 'unknownLine'>, type: string): string {
  const known: Readonly<Record<string, string>> = lines
  return Object.hasOwn(known, type) ? (known[type] ?? type) : unknownLine(cleanText(type, 40))
}

/** The words that the particulars of lines are said in. */
export interface ParticularWords {
  ways: ActivityWords['ways']
  elsewhere: ActivityWords['elsewhere']
  roles: Chapters['admin']['roles']
  reasons: Chapters['adminReasons']
}

/** What tells a line from others of its kind: why it was refused or ended, which role or group it was about. */
export function sayParticulars(
  words: ParticularWords,
  { type, details }: Pick<AdminEvent, 'type' | 'details'>,
): string {
  const detail = (name: string): string => cleanText(String(details[name] ?? ''), 120)
  const plain = ['group', 'format', 'changed', 'permissions'].map(detail)
  return [
    sayReason(words.reasons, { type, details }) ?? '',
    sayRole(words.roles, detail('role')),
    sayMethod(words, detail('method')),
    details['signedOn'] === 'another-device' ? words.elsewhere : '',
    ...plain,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

const sayRole = (roles: Readonly<Record<string, string>>, role: string): string =>
  Object.hasOwn(roles, role) ? (roles[role] ?? role) : role

/** How something was proved, in words: the method of a proof is a name from a standard. */
export function sayMethod({ ways }: Pick<ActivityWords, 'ways'>, method: string): string {
  const way = wayOfMethod.get(method)
  return way === undefined ? cleanText(method, 40) : ways[way]
}

/** Who did it, in words. */
export function sayActor(
  { actors, causes }: Pick<ActivityWords, 'actors' | 'causes'>,
  { actor, person }: Pick<AdminEvent, 'actor' | 'person'>,
): string {
  switch (actor.kind) {
    case 'person':
      return actor.id === person?.id ? actors.self : sayName(actor)
    case 'token': {
      const name = actor.name === null ? '' : cleanText(actor.name, 64)
      return actors.tokenOf(name === '' ? actors.unnamedToken : actors.token(name), sayName(actor.owner))
    }
    case 'operator': {
      const user = cleanText(actor.systemUser ?? '', 64)
      return user === '' ? actors.operator : actors.operatorNamed(user)
    }
    case 'server':
      return actors.server(causes[actor.cause])
    default:
      return actors[actor.kind]
  }
}

/** What an application is called, also one that is gone. */
export const nameApplication = ({ id, name }: NonNullable<AdminEvent['application']>): string =>
  cleanText(name ?? id, 64) || cleanText(id, 64)

/** Who has no name is called by their address. */
function sayName({ id, name }: { id: string; name: string | null }): string {
  const clean = name === null ? '' : cleanText(name, 64)
  return clean === '' ? id : isLikeAddress(clean) ? shortAddress(clean) : clean
}

/** What a line names that is neither a person nor an application; null where it names nothing else. */
export function sayThing(
  { things }: Pick<ActivityWords, 'things'>,
  { type, details }: Pick<AdminEvent, 'type' | 'details'>,
): string | null {
  const detail = (name: string): string => cleanText(String(details[name] ?? ''), 120)
  if (type.startsWith('key.')) return things.key(detail('algorithm'), detail('generation'))
  if (type === 'branding.changed') return things.branding
  return detail('group') || detail('resource') || null
}
