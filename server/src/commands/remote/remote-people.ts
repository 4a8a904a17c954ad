// `countersign person suspend` and `restore` for a server elsewhere.
import { readArguments, refused } from '../application-command.ts'
import type { RemoteServer } from './connect.ts'
import { printable } from './printable.ts'
import type { RemoteCommand } from './remote-command.ts'

const identifierForm = /^[0-9a-z]{26}$/

/** The person who is meant by an id or the address of a wallet. Whoever more than one person is found for is not guessed. */
async function findPerson(server: RemoteServer, who: string): Promise<string | null> {
  if (identifierForm.test(who)) return who
  const { items } = await server.call('listPeople', { query: { search: who } })
  return items.length === 1 ? (items[0]?.id ?? null) : null
}

const notFound = (who: string): number =>
  refused(`There is no one person to be found by "${printable(who)}". Name the whole address of a wallet, or the id.`)

const suspend: RemoteCommand = async (server, parameters) => {
  const usage = 'person suspend ADDRESS|ID --reason TEXT'
  const given = readArguments(parameters, { usage, options: { reason: { type: 'string' } }, count: 1 })
  if (given === null) return 2
  const { reason } = given.values
  if (reason === undefined || reason === '') {
    console.error(`Say why, for the activity: --reason TEXT.\nUsage: countersign ${usage}`)
    return 2
  }
  const who = given.operands[0] as string
  const id = await findPerson(server, who)
  if (id === null) return notFound(who)
  const { ended } = await server.call('suspendPerson', { params: { id }, body: { reason } })
  console.log(`Suspended ${id}; ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
  return 0
}

const restore: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'person restore ADDRESS|ID', options: {}, count: 1 })
  if (given === null) return 2
  const who = given.operands[0] as string
  const id = await findPerson(server, who)
  if (id === null) return notFound(who)
  await server.call('restorePerson', { params: { id } })
  console.log(`Restored ${id}.`)
  return 0
}

export const remotePeople: Readonly<Record<string, RemoteCommand>> = {
  'person suspend': suspend,
  'person restore': restore,
}
