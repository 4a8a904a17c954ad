import type { RefusedRequestsTable } from '../../platform/database/database-schema.ts'

export type RefusedRequestCaller = RefusedRequestsTable['caller']

/** What developers see of a refused request. All text is escaped, shortened and free of secrets. */
export interface RefusedRequestProblem {
  endpoint: string
  error: string
  description: string
  /** The ID of the entry on the troubleshooting page. */
  entry: string
  sent: Readonly<Record<string, string>>
  expected: Readonly<Record<string, readonly string[]>>
  /** The accepted value that is most similar to the one that was sent. */
  nearest: string | null
  change: string
  /** Never contains values from the request (THREATS O34). */
  command: string | null
}

export interface RefusedRequest {
  applicationId: string
  requestId: string
  /** In milliseconds since 1970. */
  at: number
  caller: RefusedRequestCaller
  /** The session or person of an own caller, for the limit per source; never stored. */
  source: string | null
  problem: RefusedRequestProblem
}

export interface CountedRefusedRequest {
  applicationId: string
  caller: RefusedRequestCaller
  fingerprint: string
  firstAt: number
  lastAt: number
  count: number
  requestId: string
  problem: RefusedRequestProblem
}
