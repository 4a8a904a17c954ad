// What the fake node is asked, one call or several at once (JSON-RPC 2.0 §6), and what the chain behind it answers.
import type { IncomingMessage } from 'node:http'
import { NodeError, callNode } from './call-node.ts'

/** A call as it came. */
export interface NodeCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node says to a call. */
export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Reads the calls of a request, and whether they came as a list. */
export async function readCalls(request: IncomingMessage): Promise<{ batch: boolean; list: readonly NodeCall[] }> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as NodeCall | NodeCall[]
  const batch = Array.isArray(body)
  const list = (batch ? body : [body]).map(({ id, method, params }) => ({ id, method, params: params ?? [] }))
  return { batch, list }
}

/** Asks the chain, and gives its refusal too as an answer. */
export async function toAnswer(url: string, { method, params }: NodeCall): Promise<NodeAnswer> {
  try {
    return { result: await callNode(url, method, params) }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}
