// A draft may be incomplete, and its empty fields are not sent.

import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'

export type ApplicationDefinitionJson = Readonly<Record<string, unknown>>

export type ApplicationDefinitionError = AdminApiEndpointOutput<'checkApplication'>['errors'][number]

export function translateApplicationDefinitionError(
  t: Translate,
  { code, message, values }: ApplicationDefinitionError,
): string {
  const reason = translateKnownServerCode(t, 'outboundReasons', values['outbound'] ?? '')
  const key = code === 'sector_unreadable' && reason === undefined ? 'sector_answer' : code
  return (
    translateKnownServerCode(t, 'definitionFaults', key, reason === undefined ? values : { ...values, reason }) ??
    message
  )
}

const listMembers = ['redirectUris', 'postLogoutUris', 'hosts', 'openPaths', 'chains'] as const
const optionalMembers = ['uri', 'policyUri', 'termsUri', 'backchannelLogoutUri'] as const

/** Empty if the member is not a list, since a definition can be written by hand. */
export function getApplicationDefinitionStringList(definition: ApplicationDefinitionJson, member: string): string[] {
  const value = definition[member]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

export function getApplicationDefinitionObjectList(
  definition: ApplicationDefinitionJson,
  member: string,
): ApplicationDefinitionJson[] {
  const value = definition[member]
  return Array.isArray(value)
    ? value.filter((entry): entry is ApplicationDefinitionJson => typeof entry === 'object' && entry !== null)
    : []
}

export function getApplicationDefinitionString(definition: ApplicationDefinitionJson, member: string): string {
  const value = definition[member]
  return typeof value === 'string' ? value : ''
}

export function getApplicationDefinitionAccentColor(
  definition: ApplicationDefinitionJson,
  mode: 'light' | 'dark',
): string {
  const { colors } = definition
  return typeof colors === 'object' && colors !== null
    ? getApplicationDefinitionString(colors as ApplicationDefinitionJson, mode)
    : ''
}

export function omitEmptyApplicationDefinitionFields(draft: ApplicationDefinitionJson): Record<string, unknown> {
  const lists = listMembers.flatMap((member) =>
    Array.isArray(draft[member]) ? [[member, removeEmptyItems(draft[member])]] : [],
  )
  const texts = optionalMembers.flatMap((member) =>
    typeof draft[member] === 'string' ? [[member, getApplicationDefinitionString(draft, member).trim() || null]] : [],
  )
  return { ...draft, ...Object.fromEntries(lists), ...Object.fromEntries(texts) }
}

function removeEmptyItems(list: readonly unknown[]): unknown[] {
  return list.map((entry) => (typeof entry === 'string' ? entry.trim() : entry)).filter((entry) => entry !== '')
}

/** @param draft the indices in the error paths skip the empty list items of this draft */
export function findApplicationDefinitionErrorAt(
  errors: readonly ApplicationDefinitionError[],
  draft: ApplicationDefinitionJson,
  member: string,
  place: number,
): ApplicationDefinitionError | null {
  const written = getApplicationDefinitionStringList(draft, member)
  if ((written[place] ?? '').trim() === '') return null
  const sent = written.slice(0, place).filter((entry) => entry.trim() !== '').length
  return errors.find(({ path }) => path === `${member}[${sent}]` || path.startsWith(`${member}[${sent}].`)) ?? null
}

/** Omits members that contain a placeholder, such as "{address}", for which there is no value. */
export function fillApplicationDefinitionPlaceholders(
  definition: ApplicationDefinitionJson,
  answers: Readonly<Record<string, string>>,
): ApplicationDefinitionJson {
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

/**
 * Errors of members that still have the value that was checked. An outdated error would disappear when
 * the next check ends, which moves the button that the user is about to press.
 */
export const omitErrorsOfChangedMembers = (
  errors: readonly ApplicationDefinitionError[],
  checked: Readonly<Record<string, unknown>>,
  draft: Readonly<Record<string, unknown>>,
): readonly ApplicationDefinitionError[] =>
  errors.filter(({ path }) => {
    const [member = ''] = path.split(/[.[]/, 1)
    return JSON.stringify(checked[member]) === JSON.stringify(draft[member])
  })
