// Claim mapping of a definition as form fields, which show as much of handwritten JSON as they can.
import type { OidcClaimLocation } from '@countersign/api/claims-by-scope'
import { oidcClaimLocations } from '@countersign/api/claims-by-scope'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'

export type ClaimMappingDraftRow = readonly [name: string, value: string]

export interface ClaimMappingDraft {
  rename: Readonly<Record<string, string>>
  constants: Readonly<Record<string, unknown>>
  into: Readonly<Record<string, OidcClaimLocation>>
  roles: { claim: string; map: Readonly<Record<string, string>>; form: 'list' | 'first' } | null
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const pickStrings = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toRecord(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

export const isClaimLocation = (value: unknown): value is OidcClaimLocation =>
  (oidcClaimLocations as readonly unknown[]).includes(value)

export function toClaimMappingDraft({ claims }: ApplicationDefinitionJson): ClaimMappingDraft {
  const { rename, constants, into, roles } = toRecord(claims)
  const { claim, map, form } = toRecord(roles)
  return {
    rename: pickStrings(rename),
    constants: toRecord(constants),
    into: Object.fromEntries(
      Object.entries(toRecord(into)).filter((entry): entry is [string, OidcClaimLocation] => isClaimLocation(entry[1])),
    ),
    roles:
      typeof claim === 'string' ? { claim, map: pickStrings(map), form: form === 'first' ? 'first' : 'list' } : null,
  }
}

export function setOrRemoveObjectProperty<Value extends string>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value | '',
): Record<string, Value> {
  const { [name]: _, ...others } = record
  return value === '' ? (others as Record<string, Value>) : { ...record, [name]: value }
}

const jsonLiteralPattern = /^(?:true|false|-?(?:0|[1-9][0-9]{0,15})|\[.*\]|".*")$/s

/** Parses true, false, integers, lists and quoted strings as JSON, and the rest as text. */
export function parseClaimValueInput(text: string): unknown {
  if (!jsonLiteralPattern.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export const formatClaimValueForInput = (value: unknown): string =>
  typeof value === 'string' && parseClaimValueInput(value) === value ? value : JSON.stringify(value)

export const toClaimValuesByName = <Value>(
  rows: readonly ClaimMappingDraftRow[],
  read: (text: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(rows.filter(([name]) => name !== '').map(([name, text]) => [name, read(text)]))
