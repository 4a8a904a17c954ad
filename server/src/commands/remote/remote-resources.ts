// `countersign resource …` for a server elsewhere. Its options are those of the command on the server's machine; what they stand for is
// checked there once more.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { resourceId } from '../../platform/resource-id.ts'
import type { ResourceDefinition } from '../../protocol/resources/definition.ts'
import { readArguments, refused, refusedFor } from '../application-command.ts'
import { formatColumns } from '../application-connection.ts'
import { confirmOnTerminal } from '../confirm-on-terminal.ts'
import { nextStep } from '../resource-add.ts'
import { confirmSwitch } from '../resource-change.ts'
import { completeResource, resourceOptions, resourceOptionsHelp } from '../resource-options.ts'
import { listedWarning, removeWarning, resourceColumns } from '../resource-words.ts'
import { listAll } from './list-all.ts'
import { printable } from './printable.ts'
import type { RemoteCommand } from './remote-command.ts'

const json = { json: { type: 'boolean' } } as const

const list: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'resource list [--json]', options: json, count: 0 })
  if (given === null) return 2
  const resources = await listAll(server, 'listResources')
  if (given.values.json === true) console.log(JSON.stringify({ resources: resources.map(definitionOf) }, null, 2))
  else if (resources.length === 0) console.log('There is no resource yet. "countersign resource add" adds one.')
  else
    for (const { resource, openTo, scopes } of resources)
      console.log(printable(`${resource}  ${openTo}  ${scopes.map(({ scope }) => scope).join(' ')}`))
  return 0
}

const show: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'resource show ADDRESS [--json]', options: json, count: 1 })
  if (given === null) return 2
  const found = await server.call('readResource', { params: paramsOf(given.operands[0]) })
  const { applications, people, described } = found
  const definition = definitionOf(found)
  if (given.values.json === true) {
    console.log(JSON.stringify({ definition, described, applications, people }, null, 2))
    return 0
  }
  const columns = resourceColumns(definition, { applications, people })
  console.log(
    formatColumns(Object.fromEntries(Object.entries(columns).map((pair) => pair.map(printable) as [string, string]))),
  )
  return 0
}

const add: RemoteCommand = async (server, parameters) => {
  const usage = `resource add ADDRESS --scope "SCOPE WORDS" …\n\n${resourceOptionsHelp}`
  const given = readArguments(parameters, { usage, options: resourceOptions, count: 1 })
  if (given === null) return 2
  const checked = completeResource({ resource: given.operands[0] }, given.values)
  if (checked.outcome === 'faulty') return refusedFor(checked.faults)
  const { definition } = checked
  await server.call('createResource', { body: definition })
  console.log(`"${definition.resource}" is added. ${nextStep[definition.openTo]}`)
  return 0
}

const change: RemoteCommand = async (server, parameters) => {
  const usage = `resource change ADDRESS [--scope "SCOPE WORDS" …] … [--yes]\n\n${resourceOptionsHelp}`
  const options = { ...resourceOptions, yes: { type: 'boolean' } } as const
  const given = readArguments(parameters, { usage, options, count: 1 })
  if (given === null) return 2
  const { yes = false, ...values } = given.values
  const params = paramsOf(given.operands[0])
  const before = await server.call('readResource', { params })
  const checked = completeResource({ ...definitionOf(before) }, values)
  if (checked.outcome === 'faulty') return refusedFor(checked.faults)
  const { definition } = checked
  const { people, resource: address, changedAt } = before
  const confirmed = await confirmSwitch(definition.subjects === before.subjects, yes, async () => ({ people, address }))
  if (confirmed === false) return refused('Nothing was changed.')
  const body = { ...definition, changedAt, ...(confirmed !== null && { confirmedPeople: confirmed }) }
  await server.call('changeResource', { params, body })
  console.log(`"${printable(address)}" is changed.`)
  return 0
}

const remove: RemoteCommand = async (server, parameters) => {
  const options = { yes: { type: 'boolean' } } as const
  const given = readArguments(parameters, { usage: 'resource remove ADDRESS [--yes]', options, count: 1 })
  if (given === null) return 2
  const params = paramsOf(given.operands[0])
  const { resource, applications } = await server.call('readResource', { params })
  const listing = applications.map(({ id }) => id)
  if (listing.length > 0) return refused(printable(listedWarning(resource, listing)))
  const loss = printable(removeWarning(resource))
  if (given.values.yes !== true && !process.stdin.isTTY)
    return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
  if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
    return refused('Nothing was changed.')
  await server.call('removeResource', { params })
  console.log(`"${printable(resource)}" is removed.`)
  return 0
}

const paramsOf = (address: string | undefined) => ({ id: resourceId(address ?? '') })

/** What operators write of it. */
const definitionOf = ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
}: Omit<AdminAnswer<'createResource'>, 'id'>): ResourceDefinition => ({
  resource,
  name,
  scopes,
  openTo,
  tokenLifeSeconds,
  claims,
  algorithm,
  tokenType,
  subjects,
})

export const remoteResources: Readonly<Record<string, RemoteCommand>> = {
  'resource list': list,
  'resource show': show,
  'resource add': add,
  'resource change': change,
  'resource remove': remove,
}
