// A definition while somebody works on it: fields may be half-written, and what is sent to be checked leaves out what is empty.

import type { AdminAnswer } from '@countersign/api/admin-calls'
import { translateKnown } from '../../../i18n/translate.ts'
import type { Translate } from '../../../i18n/translate.ts'

/** As the server answers one: with nothing left open. */
export type Definition = Readonly<Record<string, unknown>>

export type Fault = AdminAnswer<'checkApplication'>['faults'][number]

/** What is wrong, in a sentence. */
export function sayFault(t: Translate, { code, message, values }: Fault): string {
  const reason = translateKnown(t, 'outboundReasons', values['outbound'] ?? '')
  const key = code === 'sector_unreadable' && reason === undefined ? 'sector_answer' : code
  return translateKnown(t, 'definitionFaults', key, reason === undefined ? values : { ...values, reason }) ?? message
}

const addressLists = ['redirectUris', 'postLogoutUris', 'hosts', 'openPaths', 'chains'] as const
const mayBeEmpty = ['uri', 'policyUri', 'termsUri', 'backchannelLogoutUri'] as const

/** The texts of a list; nothing where it is none, since a definition can be written by hand. */
export function textsOf(definition: Definition, member: string): string[] {
  const value = definition[member]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/** The objects of a list; anything else is left out, since a definition can be written by hand. */
export function objectsOf(definition: Definition, member: string): Definition[] {
  const value = definition[member]
  return Array.isArray(value)
    ? value.filter((entry): entry is Definition => typeof entry === 'object' && entry !== null)
    : []
}

export function textOf(definition: Definition, member: string): string {
  const value = definition[member]
  return typeof value === 'string' ? value : ''
}

export function colourOf(definition: Definition, mode: 'light' | 'dark'): string {
  const { colours } = definition
  return typeof colours === 'object' && colours !== null ? textOf(colours as Definition, mode) : ''
}

/** What is sent: without the fields that nobody filled in. */
export function sendable(draft: Definition): Record<string, unknown> {
  const lists = addressLists.flatMap((member) =>
    Array.isArray(draft[member]) ? [[member, withoutEmpty(draft[member])]] : [],
  )
  const texts = mayBeEmpty.flatMap((member) =>
    typeof draft[member] === 'string' ? [[member, textOf(draft, member).trim() || null]] : [],
  )
  return { ...draft, ...Object.fromEntries(lists), ...Object.fromEntries(texts) }
}

function withoutEmpty(list: readonly unknown[]): unknown[] {
  return list.map((entry) => (typeof entry === 'string' ? entry.trim() : entry)).filter((entry) => entry !== '')
}

/** What is wrong with the entry at this place of a list; the checked list has no empty entries. */
export function faultAt(faults: readonly Fault[], draft: Definition, member: string, place: number): Fault | null {
  const written = textsOf(draft, member)
  if ((written[place] ?? '').trim() === '') return null
  const sent = written.slice(0, place).filter((entry) => entry.trim() !== '').length
  return faults.find(({ path }) => path === `${member}[${sent}]` || path.startsWith(`${member}[${sent}].`)) ?? null
}

/** Puts what was answered into a definition with places such as "{address}". What still has an open place is left out. */
export function fillIn(definition: Definition, answers: Readonly<Record<string, string>>): Definition {
  const fill = (text: string): string | null => {
    const filled = Object.entries(answers).reduce(
      (before, [name, answer]) =>
        answer.trim() === '' ? before : before.replaceAll(`{${name}}`, answer.trim().replace(/\/+$/, '')),
      text,
    )
    return /\{[a-z]+\}/i.test(filled) ? null : filled
  }
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value)
    if (Array.isArray(value)) return value.map(of).filter((entry) => entry !== null)
    return value
  }
  return Object.fromEntries(Object.entries(definition).map(([member, value]) => [member, of(value)]))
}
