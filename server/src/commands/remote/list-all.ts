// Reads a list of a server elsewhere to its end.
import type { RemoteServer } from './connect.ts'

type ListName = 'listApplications' | 'listGroups' | 'listResources'
type Item<Name extends ListName> = Awaited<ReturnType<typeof callList<Name>>>['items'][number]

const callList = <Name extends ListName>(server: RemoteServer, name: Name, cursor: string | undefined) =>
  server.call(name, { query: cursor === undefined ? {} : { cursor } } as never)

export async function listAll<Name extends ListName>(server: RemoteServer, name: Name): Promise<Item<Name>[]> {
  const items: Item<Name>[] = []
  let cursor: string | undefined
  do {
    const page = await callList(server, name, cursor)
    items.push(...(page.items as Item<Name>[]))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
