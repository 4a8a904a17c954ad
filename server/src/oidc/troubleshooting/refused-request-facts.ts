import type { ApplicationRecord } from '../../store/applications/application-store.ts'

/** What is known about a refused request, unescaped. */
export interface RefusedRequestFacts {
  /** The path, such as `/token`. */
  endpoint: string
  error: string
  /** Sent to the application. */
  description: string | undefined
  /** Only for the log and the developers. */
  detail: string | undefined
  application: Pick<ApplicationRecord, 'id' | 'origin' | 'definition'>
  /** The issuer. */
  origin: string
  params: Readonly<Record<string, string | undefined>>
  /** The client authentication method that the request used; null at endpoints without one. */
  authentication: string | null
  /** The `Origin` header. */
  corsOrigin: string | null
  assertion: ClientAssertionFacts | null
  /** The access token at userinfo. */
  token: { audience: string | null; scope: string | null } | null
  /** Set if the interaction belongs to another browser, or the browser sends no cookie. */
  browserCookie: string | null
}

export interface ClientAssertionFacts {
  audience: string[]
  algorithm: string | null
  /** By this server's clock; negative for times in the future. */
  issuedSecondsAgo: number | null
  expiredSecondsAgo: number | null
}
