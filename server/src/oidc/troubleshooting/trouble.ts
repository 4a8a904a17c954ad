// What the provider refuses, and what to do about it (troubleshooting): each refusal has a row, which is a paragraph of
// docs/guides/troubleshooting.md, and which the line of the log names.
import type { ErrorCode } from '@countersign/api/errors'
import { troubleOfClients } from './of-clients.ts'
import { troubleOfRequests } from './of-requests.ts'
import type { Trouble } from './row.ts'

/** Every row: those that look for a text come before those that do not. */
export const allTrouble: readonly Trouble[] = [...troubleOfClients, ...troubleOfRequests].toSorted(
  (one, other) => Number(one.says === undefined) - Number(other.says === undefined),
)

/** The row of a refusal, by its code and by what it says. */
export const findTrouble = (
  error: string | undefined,
  ...texts: readonly (string | undefined)[]
): Trouble | undefined =>
  allTrouble.find(
    ({ errors, says }) =>
      error !== undefined &&
      errors.includes(error) &&
      (says === undefined || texts.some((text) => text !== undefined && says.test(text))),
  )

const page = 'docs/guides/troubleshooting.md'

/** Where it is explained why a service sees no token. */
export const introspectionHelp = `${page}#introspection-inactive`

/** Where it is explained why an address of a program was dropped. */
export const helpForDropped = `${page}#registration-address`

/** Where it is explained why an application gets no refresh token. */
export const noRefreshTokenHelp = `${page}#no-refresh-token`

/** Where it is explained why an application was granted less than it requested. */
export const scopesLeftOutHelp = `${page}#scopes-left-out`

/** The rows of what is refused before the provider is asked, or shown on a page of this server. */
const rowsOfCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  'application.unknown': 'client-unknown',
  'application.disabled': 'client-disabled',
  'application.document_unusable': 'metadata-document',
  'application.address_unregistered': 'redirect-unregistered',
  'application.request_invalid': 'request-broken',
  'interaction.unusable': 'interaction-over',
  'rate.limited': 'too-many',
  'database.unavailable': 'server',
  'database.in_doubt': 'server',
  'server.fault': 'server',
}

/** Where a code of ours is explained to whoever runs the application. */
export function helpForCode(code: ErrorCode): string | undefined {
  const id = rowsOfCodes[code]
  return id === undefined ? undefined : `${page}#${id}`
}

/** Where it is explained, for a line of the log. */
export function helpFor(error: string | undefined, ...texts: readonly (string | undefined)[]): string | undefined {
  const trouble = findTrouble(error, ...texts)
  return trouble === undefined ? undefined : `${page}#${trouble.id}`
}
