// What a service may see by token introspection (RFC 7662 §4): its own tokens, those for its resource, and those of applications that the
// operator names for it. A token is for its audience (RFC 9700 §2.3), so that there is no way to see all of them.

/** `own`, or the identifiers of resources and `application:ID` of applications. */
export type IntrospectionAccess = 'own' | readonly string[]

const applicationEntryPrefix = 'application:'

/** The client ID in an entry that names an application; null for an entry that is a resource. */
export const parseIntrospectionAccessClientId = (entry: string): string | null =>
  entry.startsWith(applicationEntryPrefix) ? entry.slice(applicationEntryPrefix.length) : null

/** A token as far as it decides who may see it. */
export interface IntrospectedToken {
  clientId: string
  /** The resource that it is for; null where it is for nothing but this server and its application. */
  resource: string | null
}

/**
 * Whether the token of another application may be seen. One that is for a resource is for that resource alone: a service that takes the tokens
 * of an application would otherwise take those that the application sent to another service.
 */
export const isTokenIntrospectable = (
  introspection: IntrospectionAccess,
  { clientId, resource }: IntrospectedToken,
): boolean =>
  introspection !== 'own' &&
  (resource === null
    ? introspection.includes(applicationEntryPrefix + clientId)
    : parseIntrospectionAccessClientId(resource) === null && introspection.includes(resource))

/** What a stored `all` of release 0.1.0 has become (decision 0065). */
export const replaceLegacyIntrospectAllSetting = (
  introspection: unknown,
  resources: readonly { resource: string }[],
): IntrospectionAccess => {
  if (introspection !== 'all') return introspection as IntrospectionAccess
  return resources.length === 0 ? 'own' : resources.map(({ resource }) => resource)
}
