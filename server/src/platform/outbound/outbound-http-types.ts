// What is sent to another server, and what comes back (the HTTP request and response).
import type { IncomingHttpHeaders } from 'node:http'

/** What a request is for; it stands in errors and log lines. */
export type OutboundRequestPurpose =
  | 'logout'
  | 'logo'
  | 'openid'
  | 'sector'
  | 'chain'
  | 'picture'
  | 'name'
  | 'document'
  | 'witness'

export interface OutboundRequest {
  purpose: OutboundRequestPurpose
  method?: 'GET' | 'POST'
  /** `accept` and `content-type`; every other header is this server's own affair. */
  headers?: { accept?: string; 'content-type'?: string }
  body?: string
  /** Ends the request earlier than the deadline that every request has. */
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
