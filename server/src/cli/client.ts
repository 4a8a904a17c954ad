// The client of the admin API that commands use. One implementation calls it over HTTP, the other in process.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { Problem } from '@countersign/api/problem'
import type { Settings } from '../platform/settings.ts'

/** A call that failed. */
export class CallFault extends Error {
  override readonly name = 'CallFault'
  /** The code of the refusal; null where the server gave none. */
  readonly code: string | null
  /** Everything that is wrong with a definition. */
  readonly faults: NonNullable<Problem['faults']>
  readonly reason: string | null

  constructor(message: string, problem: Partial<Problem> = {}) {
    super(message)
    this.code = problem.code ?? null
    this.faults = problem.faults ?? []
    this.reason = problem.reason ?? null
  }
}

type Given<Name extends AdminCallName> = Partial<AdminInput<Name>>

/** A server whose administration can be called. */
export interface AdminClient {
  origin: string
  /** The settings of the server of this machine; null for another one. */
  settings: Settings | null
  /** @throws CallFault */
  call: <Name extends AdminCallName>(name: Name, given?: Given<Name>) => Promise<AdminAnswer<Name>>
  /** The pieces of a file, as they arrive. @throws CallFault */
  download: (name: 'exportEvents', given: Given<'exportEvents'>) => Promise<AsyncIterable<Uint8Array>>
}

/** One HTTP exchange. */
export type Send = (
  method: string,
  path: string,
  body: string | null,
) => Promise<{ status: number; body: AsyncIterable<Uint8Array> | null }>

/** @returns null where it is no JSON */
async function readJson(body: AsyncIterable<Uint8Array> | null): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}

export function createClient({ origin, settings }: Pick<AdminClient, 'origin' | 'settings'>, send: Send): AdminClient {
  const request = async (
    name: AdminCallName,
    { body, params, query }: Given<AdminCallName> = {},
  ): Promise<AsyncIterable<Uint8Array> | null> => {
    const { method, path } = adminRoutes[name]
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent((params as unknown as Record<string, string>)[parameter] ?? ''),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).filter(([, value]) => value !== undefined) as [string, string][],
    ).toString()
    const sent = body == null ? null : JSON.stringify(body)
    const response = await send(method, `${filled}${search === '' ? '' : `?${search}`}`, sent)
    if (response.status < 300) return response.body
    const problem = (await readJson(response.body)) as Partial<Problem> | null
    if (typeof problem?.code !== 'string')
      throw new CallFault(`${origin} answered ${response.status}, and not as this server does.`)
    throw new CallFault(`${problem.title ?? problem.code} ${problem.detail ?? ''} (${problem.code})`, problem)
  }
  const call = async (name: AdminCallName, given?: Given<AdminCallName>): Promise<unknown> => {
    const body = await request(name, given)
    return body === null ? undefined : readJson(body)
  }
  const download = async (name: 'exportEvents', given: Given<'exportEvents'>): Promise<AsyncIterable<Uint8Array>> => {
    const body = await request(name, given as Given<AdminCallName>)
    if (body === null) throw new CallFault(`${origin} sent no file.`)
    return body
  }
  return { origin, settings, call: call as AdminClient['call'], download }
}

type ListName = 'listApplications' | 'listGroups' | 'listResources'
type Item<Name extends ListName> = AdminAnswer<Name>['items'][number]

/** Reads a list to its end. */
export async function listAll<Name extends ListName>(
  client: AdminClient,
  name: Name,
  query: Partial<AdminInput<Name>['query']> = {},
): Promise<Item<Name>[]> {
  const items: Item<Name>[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(name, {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    } as unknown as Given<Name>)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
