import type { LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { OutboundRequestErrorReason } from './outbound-http-error.ts'
import type { OutboundResponse, OutboundRequest } from './outbound-http-types.ts'

interface HttpRequestOptions {
  url: URL
  target: readonly LookupAddress[] | Agent
  method: 'GET' | 'POST'
  headers: NonNullable<OutboundRequest['headers']>
  body: string | undefined
  signal: AbortSignal
  maxBytes: number
}

type CreateOutboundError = (reason: OutboundRequestErrorReason, code?: string) => Error

const maxHeaderBytes = 16_384

export async function sendHttpRequest(
  { url, target, method, headers, body, signal, maxBytes }: HttpRequestOptions,
  createError: CreateOutboundError,
): Promise<OutboundResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>()
  const options: RequestOptions = {
    method,
    headers: {
      ...(headers.accept !== undefined && { accept: headers.accept }),
      ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      'accept-encoding': 'identity',
      'user-agent': 'countersign',
    },
    // Uses no shared pool and no environment proxy, so that only checked addresses are contacted.
    ...(isAddressList(target) ? { agent: false, lookup: createFixedLookup(target) } : { agent: target }),
    signal,
    maxHeaderSize: maxHeaderBytes,
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  let answered = false
  const request = send(url, options, (response) => {
    answered = true
    readResponse(response, maxBytes, createError)
      .then(resolve, reject)
      .finally(() => request.destroy())
  })
  request.on('error', (error) => reject(toOutboundError(error, signal, createError, request.reusedSocket && !answered)))
  // Also covers a connection that ends without an error, for example by an unrequested upgrade.
  request.on('close', () => {
    if (!answered) reject(createError('connection_failed'))
  })
  request.end(body)
  try {
    return await promise
  } catch (error) {
    throw signal.aborted ? createError('timed_out') : error
  }
}

const isAddressList = (over: HttpRequestOptions['target']): over is readonly LookupAddress[] => Array.isArray(over)

function createFixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses as readonly [LookupAddress]
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

async function readResponse(
  response: IncomingMessage,
  maxBytes: number,
  createError: CreateOutboundError,
): Promise<OutboundResponse> {
  const { statusCode = 0, headers } = response
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw createError('answer_encoded')
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw createError('too_large')
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw createError('connection_failed', getErrorCode(error))
  }
  // The response is refused, because a truncated response could have another meaning.
  if (length > maxBytes) throw createError('too_large')
  return { status: statusCode, headers, body: Buffer.concat(chunks) }
}

const getErrorCode = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const certificateCodes = /CERT|UNABLE_TO_(GET|VERIFY|DECODE)|SELF_SIGNED|ALTNAME|CRL_|HOSTNAME_MISMATCH/

function toOutboundError(error: Error, signal: AbortSignal, createError: CreateOutboundError, kept: boolean): Error {
  if (signal.aborted) return createError('timed_out')
  const code = getErrorCode(error)
  if (kept) return createError('connection_stale', code)
  return createError(
    code !== undefined && certificateCodes.test(code) ? 'certificate_refused' : 'connection_failed',
    code,
  )
}
