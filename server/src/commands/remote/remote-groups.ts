// `countersign group …` for a server elsewhere. Its texts are checked here as on its machine; which chains it reads, and what their tokens are, is
// known there, and so its rule is checked there.
import { describeRule } from '../../chain/groups/describe-rule.ts'
import { readRule } from '../../chain/groups/read-rule.ts'
import { checkGroup } from '../../chain/groups/definition.ts'
import type { SaidFault } from '../../chain/groups/rule.ts'
import { readArguments, refused, refusedFor } from '../application-command.ts'
import { formatColumns } from '../application-connection.ts'
import { confirmOnTerminal } from '../confirm-on-terminal.ts'
import { describeMemberCount } from '../group-show.ts'
import { groupOptions, groupOptionsHelp, readRuleOptions } from '../group-options.ts'
import { RemoteFault } from './connect.ts'
import type { RemoteServer } from './connect.ts'
import { listAll } from './list-all.ts'
import { printable } from './printable.ts'
import type { RemoteCommand } from './remote-command.ts'

const json = { json: { type: 'boolean' } } as const
const options = { ...groupOptions, name: { type: 'string' } } as const

const list: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'group list [--json]', options: json, count: 0 })
  if (given === null) return 2
  const groups = await listAll(server, 'listGroups')
  if (given.values.json === true) console.log(JSON.stringify({ groups }, null, 2))
  else if (groups.length === 0) console.log('There is no group yet. "countersign group add" makes one.')
  else
    for (const group of groups)
      console.log(`${group.id}  members ${describeMemberCount(group)}  ${printable(group.name)}`)
  return 0
}

const show: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'group show ID [--json]', options: json, count: 1 })
  if (given === null) return 2
  const found = await server.call('readGroup', { params: { group: given.operands[0] as string } })
  if (given.values.json === true) {
    console.log(JSON.stringify(found, null, 2))
    return 0
  }
  const { id, name, description, applications, createdAt, changedAt, rule } = found
  const rows = {
    id,
    name: printable(name),
    ...(description !== null && { description: printable(description) }),
    members: describeMemberCount(found),
    'lets in to': applications.map((one) => one.id).join(', ') || 'no application',
    added: createdAt,
    changed: changedAt,
  }
  // A newer server can know rules that this command does not; as JSON they are shown at any rate.
  const read = readRule(rule)
  const { items } = await server.call('listReadableChains', {}).catch(() => ({ items: [] }))
  const lines = read.outcome === 'read' ? describeRule(read.rule, items) : [JSON.stringify(rule)]
  console.log(`${formatColumns(rows)}\n\nIts rule:\n\n${lines.map((line) => `  ${printable(line)}`).join('\n')}`)
  return 0
}

const add: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, {
    usage: `group add ID [--name NAME] …\n\n${groupOptionsHelp}`,
    options,
    count: 1,
  })
  if (given === null) return 2
  const id = given.operands[0] as string
  const { name = id, description = '', ...rest } = given.values
  const read = readRuleOptions(rest)
  if (read === null) return refused('A group needs a rule: say who belongs to it. Nothing was changed.')
  if ('faults' in read) return refusedFor(read.faults)
  const group = { id, name, description: description === '' ? null : description }
  const faults = faultsOf(group)
  if (faults.length > 0) return refusedFor(faults)
  const body = { ...group, rule: read.rule as Record<string, unknown> }
  return unlessFaulty(server, body.rule, async () => {
    await server.call('createGroup', { body })
    console.log(`"${id}" is added.`)
    return 0
  })
}

const change: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, {
    usage: `group change ID [--name NAME] …\n\n${groupOptionsHelp}`,
    options,
    count: 1,
  })
  if (given === null) return 2
  const group = given.operands[0] as string
  const { name, description, ...rest } = given.values
  const read = readRuleOptions(rest)
  if (read !== null && 'faults' in read) return refusedFor(read.faults)
  const before = await server.call('readGroup', { params: { group } })
  const said = description === undefined ? before.description : description === '' ? null : description
  const texts = { id: before.id, name: name ?? before.name, description: said }
  const faults = faultsOf(texts)
  if (faults.length > 0) return refusedFor(faults)
  const body = { ...texts, rule: read === null ? before.rule : (read.rule as Record<string, unknown>) }
  return unlessFaulty(server, body.rule, async () => {
    await server.call('changeGroup', { params: { group }, body: { ...body, changedAt: before.changedAt } })
    console.log(`"${printable(group)}" is changed.`)
    return 0
  })
}

/** Of the texts alone: what chains and tokens there are for a rule is known to the server. */
const faultsOf = (texts: { id: string; name: string; description: string | null }): SaidFault[] => {
  const checked = checkGroup({ ...texts, rule: { type: 'name', under: 'any.eth' } })
  return checked.outcome === 'faulty' ? checked.faults : []
}

/** Makes a change, and says line by line what is wrong with a rule that the server does not take: which chains it reads is known there alone. */
async function unlessFaulty(
  server: RemoteServer,
  rule: Record<string, unknown>,
  make: () => Promise<number>,
): Promise<number> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof RemoteFault && error.code === 'group.faulty')) throw error
    const { faults } = await server.call('previewRule', { body: { rule } }).catch(() => ({ faults: [] }))
    if (faults.length === 0) throw error
    return refusedFor(faults.map(({ path, message }) => ({ path: printable(path), message: printable(message) })))
  }
}

const remove: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, {
    usage: 'group remove ID [--yes]',
    options: { yes: { type: 'boolean' } },
    count: 1,
  })
  if (given === null) return 2
  const group = given.operands[0] as string
  const { name } = await server.call('readGroup', { params: { group } })
  const loss = `Removing "${printable(group)}" (${printable(name)}) from ${server.origin} takes it from everybody. Applications are not told of it any more. This cannot be taken back.`
  if (given.values.yes !== true && !process.stdin.isTTY)
    return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
  if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
    return refused('Nothing was changed.')
  await server.call('removeGroup', { params: { group } })
  console.log(`"${printable(group)}" is removed.`)
  return 0
}

export const remoteGroups: Readonly<Record<string, RemoteCommand>> = {
  'group list': list,
  'group show': show,
  'group add': add,
  'group change': change,
  'group remove': remove,
}
