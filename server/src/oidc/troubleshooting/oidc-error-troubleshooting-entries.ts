// Troubleshooting entries for OAuth errors; docs/guides/troubleshooting.md is generated from them.
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { oidcClientErrorTroubleshootingEntries } from './oidc-client-error-troubleshooting-entries.ts'
import { oidcRequestErrorTroubleshootingEntries } from './oidc-request-error-troubleshooting-entries.ts'
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

/** Entries with a message pattern are more specific, so they come first. */
export const oidcErrorTroubleshootingEntries: readonly OidcErrorTroubleshootingEntry[] = [
  ...oidcClientErrorTroubleshootingEntries,
  ...oidcRequestErrorTroubleshootingEntries,
].toSorted((one, other) => Number(one.messagePattern === undefined) - Number(other.messagePattern === undefined))

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

export const introspectionHelpUrl = `${troubleshootingPage}#introspection-inactive`

export const droppedUrisHelpUrl = `${troubleshootingPage}#registration-address`

export const noRefreshTokenHelpUrl = `${troubleshootingPage}#no-refresh-token`

export const droppedScopesHelpUrl = `${troubleshootingPage}#scopes-left-out`

/** Errors raised before the provider is called, or shown on a page of this server. */
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

export function getTroubleshootingUrlForCode(code: ErrorCatalogCode): string | undefined {
  const id = entryIdByErrorCode[code]
  return id === undefined ? undefined : `${troubleshootingPage}#${id}`
}

export const troubleshootingPagePath = '/troubleshooting'

/** The URL of an entry on the page that this server serves. */
export const getTroubleshootingEntryUrl = (origin: string, entryId: string): string =>
  `${origin}${troubleshootingPagePath}#${entryId}`

/** Undefined if there is no entry for the error. */
export function getTroubleshootingPageUrl(
  origin: string,
  error: string,
  description: string | undefined,
): string | undefined {
  const entry = findOidcErrorTroubleshootingEntry(error, description)
  return entry && getTroubleshootingEntryUrl(origin, entry.id)
}

export function getTroubleshootingUrl(
  error: string | undefined,
  ...texts: readonly (string | undefined)[]
): string | undefined {
  const trouble = findOidcErrorTroubleshootingEntry(error, ...texts)
  return trouble === undefined ? undefined : `${troubleshootingPage}#${trouble.id}`
}
