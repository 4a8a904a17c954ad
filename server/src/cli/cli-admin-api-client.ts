import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'

export class AdminApiError extends Error {
  override readonly name = 'AdminApiError'
  /** Null if the server returned no code. */
  readonly code: string | null
  readonly errors: NonNullable<ProblemDetails['errors']>
  readonly reason: string | null

  constructor(message: string, problem: Partial<ProblemDetails> = {}) {
    super(message)
    this.code = problem.code ?? null
    this.errors = problem.errors ?? []
    this.reason = problem.reason ?? null
  }
}

type CallInput<Name extends AdminApiEndpointName> = Partial<AdminApiEndpointInput<Name>>

export interface AdminApiClient {
  origin: string
  /** Null for a remote server. */
  settings: ServerSettings | null
  call: <Name extends AdminApiEndpointName>(
    name: Name,
    given?: CallInput<Name>,
  ) => Promise<AdminApiEndpointOutput<Name>>
  /** Downloads a file as a stream. */
  download: (name: 'exportEvents', given: CallInput<'exportEvents'>) => Promise<AsyncIterable<Uint8Array>>
}

export type SendAdminApiRequest = (
  method: string,
  path: string,
  body: string | null,
) => Promise<{ status: number; body: AsyncIterable<Uint8Array> | null }>

async function readJson(body: AsyncIterable<Uint8Array> | null): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}

export function createAdminApiClient(
  { origin, settings }: Pick<AdminApiClient, 'origin' | 'settings'>,
  send: SendAdminApiRequest,
): AdminApiClient {
  const request = async (
    name: AdminApiEndpointName,
    { body, params, query }: CallInput<AdminApiEndpointName> = {},
  ): Promise<AsyncIterable<Uint8Array> | null> => {
    const { method, path } = adminApiRoutes[name]
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent((params as unknown as Record<string, string>)[parameter] ?? ''),
    )
    const search = new URLSearchParams(
      Object.entries(query ?? {}).filter(([, value]) => value !== undefined) as [string, string][],
    ).toString()
    const sent = body == null ? null : JSON.stringify(body)
    const response = await send(method, `${filled}${search === '' ? '' : `?${search}`}`, sent)
    if (response.status < 300) return response.body
    const problem = (await readJson(response.body)) as Partial<ProblemDetails> | null
    if (typeof problem?.code !== 'string')
      throw new AdminApiError(
        `${origin} responded with ${response.status}, but does not seem to be a Countersign server.`,
      )
    throw new AdminApiError(`${problem.title ?? problem.code} ${problem.detail ?? ''} (${problem.code})`, problem)
  }
  const call = async (name: AdminApiEndpointName, given?: CallInput<AdminApiEndpointName>): Promise<unknown> => {
    const body = await request(name, given)
    return body === null ? undefined : readJson(body)
  }
  const download = async (
    name: 'exportEvents',
    given: CallInput<'exportEvents'>,
  ): Promise<AsyncIterable<Uint8Array>> => {
    const body = await request(name, given as CallInput<AdminApiEndpointName>)
    if (body === null) throw new AdminApiError(`${origin} sent no file.`)
    return body
  }
  return { origin, settings, call: call as AdminApiClient['call'], download }
}

type ListName = 'listApplications' | 'listGroups' | 'listResources'
type Item<Name extends ListName> = AdminApiEndpointOutput<Name>['items'][number]

export async function fetchAllListPages<Name extends ListName>(
  client: AdminApiClient,
  name: Name,
  query: Partial<AdminApiEndpointInput<Name>['query']> = {},
): Promise<Item<Name>[]> {
  const items: Item<Name>[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(name, {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    } as unknown as CallInput<Name>)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
