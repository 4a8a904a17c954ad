// What the provider refuses, and what to do about it (troubleshooting): each refusal has a row, which is a paragraph of
// docs/guides/troubleshooting.md, and which the line of the log names.
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { oidcClientErrorTroubleshootingEntries } from './oidc-client-error-troubleshooting-entries.ts'
import { oidcRequestErrorTroubleshootingEntries } from './oidc-request-error-troubleshooting-entries.ts'
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

/** Every row: those that look for a text come before those that do not. */
export const oidcErrorTroubleshootingEntries: readonly OidcErrorTroubleshootingEntry[] = [
  ...oidcClientErrorTroubleshootingEntries,
  ...oidcRequestErrorTroubleshootingEntries,
].toSorted((one, other) => Number(one.messagePattern === undefined) - Number(other.messagePattern === undefined))

/** The row of a refusal, by its code and by what it says. */
export const findOidcErrorTroubleshootingEntry = (
  error: string | undefined,
  ...texts: readonly (string | undefined)[]
): OidcErrorTroubleshootingEntry | undefined =>
  oidcErrorTroubleshootingEntries.find(
    ({ errors, messagePattern }) =>
      error !== undefined &&
      errors.includes(error) &&
      (messagePattern === undefined || texts.some((text) => text !== undefined && messagePattern.test(text))),
  )

const troubleshootingPage = 'docs/guides/troubleshooting.md'

/** Where it is explained why a service sees no token. */
export const introspectionHelpUrl = `${troubleshootingPage}#introspection-inactive`

/** Where it is explained why an address of a program was dropped. */
export const droppedUrisHelpUrl = `${troubleshootingPage}#registration-address`

/** Where it is explained why an application gets no refresh token. */
export const noRefreshTokenHelpUrl = `${troubleshootingPage}#no-refresh-token`

/** Where it is explained why an application was granted less than it requested. */
export const droppedScopesHelpUrl = `${troubleshootingPage}#scopes-left-out`

/** The rows of what is refused before the provider is asked, or shown on a page of this server. */
const entryIdByErrorCode: Readonly<Partial<Record<ErrorCatalogCode, string>>> = {
  'application.not_registered': 'client-unknown',
  'application.disabled': 'client-disabled',
  'application.metadata_document_invalid': 'metadata-document',
  'application.redirect_uri_not_registered': 'redirect-unregistered',
  'application.request_invalid': 'request-broken',
  'interaction.invalid': 'interaction-over',
  'rate.limited': 'too-many',
  'database.unavailable': 'server',
  'database.commit_unknown': 'server',
  'server.error': 'server',
}

/** Where a code of ours is explained to whoever runs the application. */
export function getTroubleshootingUrlForCode(code: ErrorCatalogCode): string | undefined {
  const id = entryIdByErrorCode[code]
  return id === undefined ? undefined : `${troubleshootingPage}#${id}`
}

/** Where it is explained, for a line of the log. */
export function getTroubleshootingUrl(
  error: string | undefined,
  ...texts: readonly (string | undefined)[]
): string | undefined {
  const trouble = findOidcErrorTroubleshootingEntry(error, ...texts)
  return trouble === undefined ? undefined : `${troubleshootingPage}#${trouble.id}`
}
