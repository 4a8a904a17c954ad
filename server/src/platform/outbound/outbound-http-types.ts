import type { IncomingHttpHeaders } from 'node:http'

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
  headers?: { accept?: string; 'content-type'?: string }
  body?: string
  signal?: AbortSignal
}

export interface OutboundResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}
