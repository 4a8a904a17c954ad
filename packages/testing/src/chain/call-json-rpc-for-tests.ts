// A JSON-RPC client that uses no library, so that tests see exactly what a node returns.

export class JsonRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(error: { code: number; message: string; data?: unknown }) {
    super(error.message)
    this.name = 'JsonRpcError'
    this.code = error.code
    this.data = error.data
  }
}

export async function callJsonRpcForTests(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  if (answer.error !== undefined) throw new JsonRpcError(answer.error)
  return answer.result
}
