// What the fake node is asked, one call or several at once (JSON-RPC 2.0 §6), and what the chain behind it answers.
import type { IncomingMessage } from 'node:http'
import { JsonRpcError, callJsonRpcForTests } from './call-json-rpc-for-tests.ts'

/** A call as it came. */
export interface JsonRpcCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node says to a call. */
export type JsonRpcResponse =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Reads the calls of a request, and whether they came as a list. */
export async function parseJsonRpcCalls(
  request: IncomingMessage,
): Promise<{ batch: boolean; list: readonly JsonRpcCall[] }> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as JsonRpcCall | JsonRpcCall[]
  const batch = Array.isArray(body)
  const list = (batch ? body : [body]).map(({ id, method, params }) => ({ id, method, params: params ?? [] }))
  return { batch, list }
}

/** Asks the chain, and gives its refusal too as an answer. */
export async function forwardJsonRpcCall(url: string, { method, params }: JsonRpcCall): Promise<JsonRpcResponse> {
  try {
    return { result: await callJsonRpcForTests(url, method, params) }
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}
