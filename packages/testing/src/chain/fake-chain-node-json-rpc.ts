// Parses JSON-RPC 2.0 requests, single or in a batch (§6), and forwards them.
import type { IncomingMessage } from 'node:http'
import { JsonRpcError, callJsonRpcForTests } from './call-json-rpc-for-tests.ts'

export interface JsonRpcCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

export type JsonRpcResponse =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export async function parseJsonRpcCalls(
  request: IncomingMessage,
): Promise<{ batch: boolean; list: readonly JsonRpcCall[] }> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as JsonRpcCall | JsonRpcCall[]
  const batch = Array.isArray(body)
  const list = (batch ? body : [body]).map(({ id, method, params }) => ({ id, method, params: params ?? [] }))
  return { batch, list }
}

/** Forwards a call. An error of the chain is returned as a response. */
export async function forwardJsonRpcCall(url: string, { method, params }: JsonRpcCall): Promise<JsonRpcResponse> {
  try {
    return { result: await callJsonRpcForTests(url, method, params) }
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}
