// Asks a running server from another machine, as its administrators' programs do: by the calls of the administration, with a token. This is
// the operator's own tool, which goes where they say, and no part of the server: nothing that answers requests imports it (THREATS O9).
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { Problem } from '@countersign/api/problem'
import { isLocalOrigin } from '../../platform/settings.ts'

/** A call that came to nothing. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault'
  /** The code of the refusal; null where the server gave none. */
  readonly code: string | null

  constructor(message: string, code: string | null = null) {
    super(message)
    this.code = code
  }
}

type Given<Name extends AdminCallName> = Partial<AdminInput<Name>>

/** A server that can be asked. */
export interface RemoteServer {
  origin: string
  /** @throws RemoteFault */
  call: <Name extends AdminCallName>(name: Name, given?: Given<Name>) => Promise<AdminAnswer<Name>>
  /** The pieces of a file, as they come. @throws RemoteFault */
  download: (name: 'exportEvents', given: Given<'exportEvents'>) => Promise<AsyncIterable<Uint8Array>>
}

const answerWithinMs = 60_000

/**
 * @param address of the server, as its people open it
 * @param token a token of its administration
 * @throws RemoteFault where the address is none that a token may be sent to
 */
export function connect(address: string, token: string): RemoteServer {
  const { origin } = readAddress(address)
  const send = async (name: AdminCallName, { body, params, query }: Given<AdminCallName> = {}): Promise<Response> => {
    const { method, path } = adminRoutes[name]
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent((params as unknown as Record<string, string>)[parameter] ?? ''),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).filter(([, value]) => value !== undefined) as [string, string][],
    ).toString()
    try {
      return await fetch(`${origin}${filled}${search === '' ? '' : `?${search}`}`, {
        method,
        // Whoever redirects would be told the token.
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
        headers: { authorization: `Bearer ${token}`, ...(body != null && { 'content-type': 'application/json' }) },
        ...(body != null && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new RemoteFault(`${origin} cannot be reached: ${cause instanceof Error ? cause.message : message}.`)
    }
  }
  const call = async (name: AdminCallName, given?: Given<AdminCallName>): Promise<unknown> => {
    const response = await send(name, given)
    if (!response.ok) throw await faultOf(response, origin)
    return response.status === 204 ? undefined : response.json()
  }
  const download = async (name: 'exportEvents', given: Given<'exportEvents'>): Promise<AsyncIterable<Uint8Array>> => {
    const response = await send(name, given as Given<AdminCallName>)
    if (!response.ok || response.body === null) throw await faultOf(response, origin)
    return response.body
  }
  return { origin, call: call as RemoteServer['call'], download }
}

/** A token goes over the network only where nobody can read it on the way. */
function readAddress(address: string): URL {
  const url = URL.parse(address)
  if (
    url === null ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new RemoteFault(`--server "${address}" is not the address of a server, such as https://sign-in.example.`)
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalOrigin(url.origin)))
    throw new RemoteFault('--server must begin with https://, or the token could be read on its way.')
  return url
}

async function faultOf(response: Response, origin: string): Promise<RemoteFault> {
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null
  if (typeof problem?.code !== 'string')
    return new RemoteFault(`${origin} answered ${response.status}, and not as this server does.`)
  return new RemoteFault(`${problem.title ?? problem.code} ${problem.detail ?? ''} (${problem.code})`, problem.code)
}
