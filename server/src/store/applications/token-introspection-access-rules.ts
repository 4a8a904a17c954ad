// Token introspection rules (RFC 7662 §4). Tokens are restricted to their audience (RFC 9700 §2.3).

/** `own`, or a list of resource identifiers and `application:ID` entries. */
export type IntrospectionAccess = 'own' | readonly string[]

const applicationEntryPrefix = 'application:'

export const parseIntrospectionAccessClientId = (entry: string): string | null =>
  entry.startsWith(applicationEntryPrefix) ? entry.slice(applicationEntryPrefix.length) : null

export interface IntrospectedToken {
  clientId: string
  /** Null for a token without a resource. */
  resource: string | null
}

/** Only a resource can introspect its tokens, so that services cannot use each other's tokens. */
export const isTokenIntrospectable = (
  introspection: IntrospectionAccess,
  { clientId, resource }: IntrospectedToken,
): boolean =>
  introspection !== 'own' &&
  (resource === null
    ? introspection.includes(applicationEntryPrefix + clientId)
    : parseIntrospectionAccessClientId(resource) === null && introspection.includes(resource))

/** Replaces a stored `all` of release 0.1.0 (decision 0065). */
export const replaceLegacyIntrospectAllSetting = (
  introspection: unknown,
  resources: readonly { resource: string }[],
): IntrospectionAccess => {
  if (introspection !== 'all') return introspection as IntrospectionAccess
  return resources.length === 0 ? 'own' : resources.map(({ resource }) => resource)
}
