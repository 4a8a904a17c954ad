// The claims of a definition while somebody works on them: whatever was written by hand, the fields show what they can.
import type { ClaimPlace } from '@countersign/api/claim-names'
import { claimPlaces } from '@countersign/api/claim-names'
import type { Definition } from './draft.ts'

export type Row = readonly [name: string, value: string]

/** As the fields show it. */
export interface ClaimDraft {
  rename: Readonly<Record<string, string>>
  constants: Readonly<Record<string, unknown>>
  into: Readonly<Record<string, ClaimPlace>>
  roles: { claim: string; map: Readonly<Record<string, string>>; form: 'list' | 'first' } | null
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

export const isPlace = (value: unknown): value is ClaimPlace => (claimPlaces as readonly unknown[]).includes(value)

/** What the fields begin with. */
export function readClaims({ claims }: Definition): ClaimDraft {
  const { rename, constants, into, roles } = recordOf(claims)
  const { claim, map, form } = recordOf(roles)
  return {
    rename: textsOf(rename),
    constants: recordOf(constants),
    into: Object.fromEntries(
      Object.entries(recordOf(into)).filter((entry): entry is [string, ClaimPlace] => isPlace(entry[1])),
    ),
    roles: typeof claim === 'string' ? { claim, map: textsOf(map), form: form === 'first' ? 'first' : 'list' } : null,
  }
}

/** A record with a member more, or without it where that is empty. */
export function withMember<Value extends string>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value | '',
): Record<string, Value> {
  const { [name]: _, ...others } = record
  return value === '' ? (others as Record<string, Value>) : { ...record, [name]: value }
}

const written = /^(?:true|false|-?(?:0|[1-9][0-9]{0,15})|\[.*\]|".*")$/s

/** A value as it is typed: a text stands for itself; true, false, a whole number, a list, and a text in quotation marks for what they are in JSON. */
export function readConstant(text: string): unknown {
  if (!written.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The same the other way round. */
export const writeConstant = (value: unknown): string =>
  typeof value === 'string' && readConstant(value) === value ? value : JSON.stringify(value)

/** Rows as a record; those without a name are not sent. */
export const recordOfRows = <Value>(rows: readonly Row[], read: (text: string) => Value): Record<string, Value> =>
  Object.fromEntries(rows.filter(([name]) => name !== '').map(([name, text]) => [name, read(text)]))
