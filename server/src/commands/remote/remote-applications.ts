// `countersign application …` for a server elsewhere. Its options are those of the command on the server's machine; what they stand for is
// checked there once more.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { readFileSync } from 'node:fs'
import { readArguments, refused, refusedFor } from '../application-command.ts'
import {
  beginWithProgram,
  describeProgram,
  missing,
  namesFor,
  programHelp,
  programOptions,
} from '../application-program.ts'
import { formatColumns } from '../application-connection.ts'
import { completeFromOptions, definitionOptions, inOptions, optionsHelp } from '../application-options.ts'
import { isAgreed, sayConcerned } from '../application-user-names.ts'
import { readDuration } from '../application-rotate-secret.ts'
import { confirmOnTerminal } from '../confirm-on-terminal.ts'
import { RemoteFault } from './connect.ts'
import type { RemoteServer } from './connect.ts'
import { listAll } from './list-all.ts'
import { printable } from './printable.ts'
import type { RemoteCommand } from './remote-command.ts'

type Paste = AdminAnswer<'readApplication'>['paste']

const json = { json: { type: 'boolean' } } as const
const inWords = (value: unknown): string => printable(typeof value === 'string' ? value : JSON.stringify(value))
const columns = (values: object): string =>
  formatColumns(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)])))
/** Whole files are left to the console and the guides: they fit into no column. */
const pasteOf = (paste: Paste): string =>
  columns(
    Object.fromEntries(paste.filter(({ value }) => !value.includes('\n')).map(({ name, value }) => [name, value])),
  )

const list: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'application list [--json]', options: json, count: 0 })
  if (given === null) return 2
  const applications = await listAll(server, 'listApplications')
  if (given.values.json === true) console.log(JSON.stringify({ applications }, null, 2))
  else if (applications.length === 0)
    console.log('There is no application yet. "countersign application add" makes one.')
  else
    for (const { id, kind, name, enabled } of applications)
      console.log(`${id}  ${kind}  ${enabled ? '' : '(disabled) '}${printable(name)}`)
  return 0
}

const show: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, { usage: 'application show ID [--json]', options: json, count: 1 })
  if (given === null) return 2
  const application = await server.call('readApplication', { params: { application: given.operands[0] as string } })
  if (given.values.json === true) {
    console.log(JSON.stringify(application, null, 2))
    return 0
  }
  const { definition, paste, signIns: _signIns, ...state } = application
  console.log(`${columns({ ...definition, ...state })}\n\nIts settings:\n\n${pasteOf(paste)}`)
  return 0
}

const add: RemoteCommand = async (server, parameters) => {
  const options = { ...definitionOptions, ...programOptions, ...json, id: { type: 'string' } } as const
  const usage = `application add [NAME] --kind KIND … | --program PROGRAM …\n\n${programHelp}\n${optionsHelp}`
  const given = readArguments(parameters, { usage, options, count: 0, optional: 1 })
  if (given === null) return 2
  const { logo, json: asJson, program, address, ...values } = given.values
  const begun = beginWithProgram({ program, address, kind: values.kind })
  if (begun.outcome === 'faulty') return refused(`Nothing was changed:\n  - ${begun.message}`)
  const names = namesFor(begun, given.operands[0])
  if (names === null) return missing(usage)
  const { name } = names
  const id = values.id ?? names.id
  if (id === '') return refused('Nothing was changed: this name makes no client id; choose one with --id.')
  const completed = completeFromOptions({ ...(begun.outcome === 'begun' && begun.definition), id, name }, values)
  if (completed.outcome === 'faulty') return refusedFor(completed.faults)
  const picture = readLogo(logo)
  const made = await unlessFaulty(server, completed.definition, null, (definition) =>
    server.call('createApplication', { body: { definition } }),
  )
  if (typeof made === 'number') return made
  const { secret, paste } = made
  const { definition } = await server.call('readApplication', { params: { application: id } })
  if (asJson === true) console.log(JSON.stringify({ definition, secret, issuer: server.origin }, null, 2))
  else
    console.log(
      `"${printable(name)}" is added. ${begun.outcome === 'begun' ? `${describeProgram(begun, { origin: server.origin, definition: completed.definition, secret: secret === null ? null : printable(secret) })}\n\nIts settings here` : 'Its settings'}:\n\n${pasteOf(paste)}${secret === null ? '' : `\n\nThe client secret, shown only now: ${secret}`}`,
    )
  await setLogo(server, id, picture)
  return 0
}

const change: RemoteCommand = async (server, parameters) => {
  const options = { ...definitionOptions, name: { type: 'string' }, yes: { type: 'boolean' } } as const
  const given = readArguments(parameters, {
    usage: `application change ID [--name NAME] … [--yes]\n\n${optionsHelp}`,
    options,
    count: 1,
  })
  if (given === null) return 2
  const application = given.operands[0] as string
  const { logo, yes, ...values } = given.values
  const before = await server.call('readApplication', { params: { application } })
  const completed = completeFromOptions({ ...before.definition, name: values.name ?? before.name }, values)
  if (completed.outcome === 'faulty') return refusedFor(completed.faults)
  const picture = readLogo(logo)
  const { preferredUsername } = completed.definition
  const isSwitched = preferredUsername !== before.definition['preferredUsername']
  if (!(await isAgreed(isSwitched ? sayConcerned(application, preferredUsername, before.people) : null, yes))) return 1
  const made = await unlessFaulty(server, completed.definition, application, (definition) =>
    server.call('changeApplication', { params: { application }, body: { definition, changedAt: before.changedAt } }),
  )
  if (typeof made === 'number') return made
  const { changes, secret } = made
  await setLogo(server, application, picture)
  if (changes.length === 0 && picture === null) console.log('There is nothing to change.')
  else
    console.log(
      [
        `"${printable(application)}" is changed:`,
        ...changes.map((line) => `  ${printable(line)}`),
        ...(picture === null ? [] : ['  logo']),
      ].join('\n'),
    )
  if (secret !== null) console.log(`\nIts client secret, shown only now: ${secret}`)
  return 0
}

/** Makes a change, and says what is wrong with a definition that the server does not take. */
async function unlessFaulty<Made>(
  server: RemoteServer,
  definition: object,
  replaces: string | null,
  make: (definition: Record<string, unknown>) => Promise<Made>,
): Promise<Made | number> {
  const given = { ...definition } as Record<string, unknown>
  try {
    return await make(given)
  } catch (error) {
    if (!(error instanceof RemoteFault && error.code === 'application.faulty')) throw error
    const { faults } = await server.call('checkApplication', {
      body: { definition: given, ...(replaces !== null && { replaces }) },
    })
    if (faults.length === 0) throw error
    return refusedFor(inOptions(faults))
  }
}

/** @returns the picture; empty where it is to be taken away, null where nothing was said of it */
function readLogo(place: string | undefined): Buffer | null {
  if (place === undefined) return null
  if (place === '') return Buffer.alloc(0)
  if (/^https?:/i.test(place))
    throw new RemoteFault('With --server the logo has to be a file of this machine. Nothing was changed.')
  try {
    return readFileSync(place)
  } catch {
    throw new RemoteFault(`The file ${place} cannot be read. Nothing was changed.`)
  }
}

async function setLogo(server: RemoteServer, application: string, picture: Buffer | null): Promise<void> {
  if (picture === null) return
  if (picture.length === 0) await server.call('removeApplicationLogo', { params: { application } })
  else
    await server.call('setApplicationLogo', { params: { application }, body: { content: picture.toString('base64') } })
}

const rotateSecret: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, {
    usage: 'application rotate-secret ID [--overlap 24h]',
    options: { overlap: { type: 'string' } },
    count: 1,
  })
  if (given === null) return 2
  const application = given.operands[0] as string
  const overlapMs = readDuration(given.values.overlap ?? '0s')
  if (overlapMs === null)
    return refused('--overlap is a whole number with s, m, h or d, such as 24h, and at most 30d. Nothing was changed.')
  const { secret, previousWorksUntil } = await server.call('rotateApplicationSecret', {
    params: { application },
    body: { overlapSeconds: Math.floor(overlapMs / 1000) },
  })
  console.log(
    `The new client secret of "${printable(application)}", shown only now: ${secret}\nThe old one ${previousWorksUntil === null ? 'has ended' : `works until ${previousWorksUntil}`}.`,
  )
  return 0
}

const remove: RemoteCommand = async (server, parameters) => {
  const given = readArguments(parameters, {
    usage: 'application remove ID [--yes]',
    options: { yes: { type: 'boolean' } },
    count: 1,
  })
  if (given === null) return 2
  const application = given.operands[0] as string
  const { name } = await server.call('readApplication', { params: { application } })
  const loss = `Removing "${printable(application)}" (${printable(name)}) from ${server.origin} ends every sign-in and token of it and forgets what people allowed it. This cannot be taken back.`
  if (given.values.yes !== true && !process.stdin.isTTY)
    return refused(`${loss}\nNothing was changed. Add --yes to do it.`)
  if (given.values.yes !== true && !(await confirmOnTerminal(`${loss}\nRemove it? Type "yes": `)))
    return refused('Nothing was changed.')
  await server.call('removeApplication', { params: { application } })
  console.log(`"${printable(application)}" is removed.`)
  return 0
}

const turn =
  (word: 'disable' | 'enable', said: string): RemoteCommand =>
  async (server, parameters) => {
    const given = readArguments(parameters, { usage: `application ${word} ID`, options: {}, count: 1 })
    if (given === null) return 2
    const application = given.operands[0] as string
    await server.call(word === 'disable' ? 'disableApplication' : 'enableApplication', { params: { application } })
    console.log(`"${printable(application)}" is ${said}`)
    return 0
  }

export const remoteApplications: Readonly<Record<string, RemoteCommand>> = {
  'application list': list,
  'application show': show,
  'application add': add,
  'application change': change,
  'application rotate-secret': rotateSecret,
  'application disable': turn('disable', 'disabled. What it was given has ended.'),
  'application enable': turn('enable', 'enabled.'),
  'application remove': remove,
}
