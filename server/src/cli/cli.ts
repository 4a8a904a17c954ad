// What commands share: running on the admin API, asking before a loss, and printing.
import type { Command } from 'commander'
import { readFileSync, statSync } from 'node:fs'
import { CommitInDoubt, isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { tokenVariable } from '../platform/settings.ts'
import { JsonFault, parseStrictJson } from '../platform/strict-json.ts'
import type { DefinitionFault } from '../store/definition-errors/definition-fault.ts'
import { CallFault } from './client.ts'
import type { AdminClient } from './client.ts'
import type { Subject } from './local-client.ts'

/** Collects the values of an option that can be given several times. */
export const repeatable = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** What the last command returned. */
export const result = { exitCode: 0 }

/** What a command prints: an object with `--json`, otherwise lines. */
interface Printed {
  json: unknown
  text: string | readonly string[] | (() => Promise<string>)
  /** Remarks for people, on the error output. */
  notes?: readonly string[]
  exitCode?: number
}

/** A result to print, or the exit code of a command that has printed everything itself. */
export type Outcome = Printed | number

/** @returns the exit code */
async function print(command: Command, outcome: Outcome): Promise<number> {
  if (typeof outcome === 'number') return outcome
  const { json, text, notes = [], exitCode = 0 } = outcome
  if (command.opts<{ json?: true }>().json === true) console.log(JSON.stringify(json, null, 2))
  else {
    for (const line of [typeof text === 'function' ? await text() : text].flat()) console.log(line)
    for (const line of notes) console.error(line)
  }
  return exitCode
}

/** Runs a command, and prints its result. */
export const runs = <Args extends unknown[]>(command: Command, act: (...args: Args) => Promise<Outcome>): Command =>
  command.action(async (...args: unknown[]) => {
    result.exitCode = await print(command, await act(...(args as Args)))
  })

const serverCommands = new WeakSet<Command>()

/** Whether a command works with `--server`. */
export const callsServer = (command: Command): boolean => serverCommands.has(command)

interface Needs {
  /** What it is about, first; what else it calls. */
  subjects: readonly [Subject, ...Subject[]]
  /** `read` changes nothing, and not even brings the database up to date; `none` needs no database. */
  access: 'read' | 'write' | 'none' | ((args: readonly unknown[]) => 'read' | 'write')
  /** Names faults of a definition in the words of the command. */
  nameFault?: (fault: DefinitionFault) => DefinitionFault
}

/** Runs a command on the admin API: within this process, or of another server with `--server`. */
export function runsOnApi<Args extends unknown[]>(
  command: Command,
  { subjects, access, nameFault = (fault) => fault }: Needs,
  act: (client: AdminClient, ...args: Args) => Promise<Outcome>,
): Command {
  serverCommands.add(command)
  return runs(command, async (...args: unknown[]) => {
    const { server, tokenFile } = command.optsWithGlobals<{ server?: string; tokenFile?: string }>()
    const work = async (client: AdminClient): Promise<number> => print(command, await act(client, ...(args as Args)))
    const [subject] = subjects
    try {
      // Naming a token means another server: without its address nothing is done here instead.
      if (server !== undefined || tokenFile !== undefined) {
        const { connect } = await import('./remote-client.ts')
        return await work(connect(server ?? '', readToken(tokenFile)))
      }
      const { openLocal } = await import('./local-client.ts')
      const local = await openLocal(subjects, typeof access === 'function' ? access(args) : access)
      try {
        return await work(local.client)
      } finally {
        await local.close()
      }
    } catch (error) {
      if (!(error instanceof CallFault)) return refused(describeDatabaseFailure(error, subject))
      if (error.faults.length > 0) return refusedFor(error.faults.map(nameFault))
      return refused(describe(error, typeof args[0] === 'string' ? args[0] : ''))
    }
  })
}

/**
 * Says that the database failed.
 * @throws any other error
 */
export function describeDatabaseFailure(error: unknown, subject: string): string {
  if (error instanceof CommitInDoubt)
    return `The database failed at the last moment. Look with "countersign ${subject} list" whether it happened.`
  if (!isDatabaseUnavailable(error)) throw error
  return `The database cannot be used right now: ${(error as Error).message}. Nothing was changed. Try again in a moment.`
}

/** A token is never an argument: every program on the machine can read those. */
function readToken(file: string | undefined): string {
  let token = process.env[tokenVariable]
  try {
    if (file !== undefined) token = readFileSync(file, 'utf8')
  } catch {
    throw new CallFault(`The file ${file} cannot be read.`)
  }
  if (token === undefined || token === '')
    throw new CallFault(
      `Set ${tokenVariable} to a token of the administration, or name a file that holds one with --token-file.`,
    )
  return token.trim()
}

const unknown = (what: string) => (id: string) => `There is no ${what} "${id}". "countersign ${what} list" shows all.`
const overtaken = (id: string): string =>
  `Somebody else changed something about "${id}" at the same moment. Nothing was changed. Look at it, and try again.`

/** Refusals about the thing that a command names. */
const words: Readonly<Record<string, (id: string) => string>> = {
  'application.not_found': unknown('application'),
  'group.not_found': unknown('group'),
  'resource.not_found': unknown('resource'),
  'application.changed_meanwhile': overtaken,
  'group.changed_meanwhile': overtaken,
  'resource.changed_meanwhile': overtaken,
  'resource.switch_unconfirmed': overtaken,
  'application.without_secret': (id) =>
    `"${id}" has no secret: it proves itself otherwise, or not at all. Nothing was changed.`,
  'group.taken': (id) => `There is already a group "${id}". Nothing was changed.`,
  'group.too_many': () => 'There are as many groups as there can be. Nothing was changed.',
  'resource.taken': (id) =>
    `There is already a resource "${id}". Nothing was changed. "countersign resource change" changes it.`,
  'resource.too_many': () => 'There are as many resources as there can be. Nothing was changed.',
  'resource.names_client': (id) =>
    `"${id}" is also the client ID of an application that is known by its metadata document: with the token type JWT its access tokens would look like ID tokens for that application. Nothing was changed. Leave out --token-type, or give the resource another address.`,
  'role.last_owner': () =>
    'They are the last owner of this server. Make somebody else one first: "countersign owner grant". Nothing was changed.',
  'merge.open': () =>
    'Another identity was merged into this one, and that can still be undone. Until it is final nobody is erased; nothing was changed.',
  'token.not_found': (id) =>
    `There is no registration token "${id}" that works; "countersign registration-token list" shows them.`,
}

function describe({ code, message, reason }: CallFault, id: string): string {
  if (code === 'rule.chain_unavailable' && reason !== null)
    return printable(`${reason}. Nothing was changed; try again.`)
  return printable(code === null ? message : (words[code]?.(id) ?? message))
}

/** Prints why nothing was done. */
export function refused(message: string): number {
  console.error(message)
  return 1
}

const formatFault = ({ path, message }: DefinitionFault): string => (path === '' ? message : `${path}: ${message}`)

/** Prints everything that is wrong with what was given. */
export const refusedFor = (faults: readonly DefinitionFault[]): number =>
  refused(`Nothing was changed:\n${faults.map((fault) => `  - ${printable(formatFault(fault))}`).join('\n')}`)

/**
 * Whether to go on: by `--yes`, or by "yes" on the terminal. Otherwise it has been printed that nothing was changed.
 */
export async function confirm(warning: string, question: string, isSure: boolean | undefined): Promise<boolean> {
  if (isSure === true) return true
  if (!process.stdin.isTTY) {
    refused(`${warning}\nNothing was changed. Add --yes to do it.`)
    return false
  }
  const { confirmOnTerminal } = await import('./confirm-on-terminal.ts')
  if (await confirmOnTerminal(`${warning}\n${question} Type "yes": `)) return true
  refused('Nothing was changed.')
  return false
}

/**
 * A text of a server as a terminal may show it: nothing in it moves a cursor, breaks a line or reverses what follows
 * (THREATS N10).
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )

/** The changes of a thing. */
export const formatChanges = (id: string, changes: readonly string[]): string =>
  changes.length === 0
    ? 'There is nothing to change.'
    : [`"${id}" is changed:`, ...changes.map((line) => `  ${printable(line)}`)].join('\n')

/** The steps of an applied file, and warnings about them. */
export const formatSteps = (
  steps: readonly string[],
  { dryRun, warnings = [] }: { dryRun: boolean; warnings?: readonly string[] },
): string[] => [
  steps.length === 0 ? 'There is nothing to change.' : steps.map(printable).join('\n'),
  ...warnings.map(printable),
  ...(dryRun && steps.length > 0 ? ['Nothing was changed, because of --dry-run.'] : []),
]

/** Names and values in two columns. */
export function formatColumns(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${printable(value)}`)
    .join('\n')
}

/** Lines in columns; the last one is as long as it is. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map(printable)
    .join('\n')
}

/**
 * Reads a JSON file.
 * @returns what it holds, or why it cannot be used
 */
export function readJsonFile(path: string, maxBytes: number): { content: unknown } | { faults: DefinitionFault[] } {
  const faulty = (message: string): { faults: DefinitionFault[] } => ({ faults: [{ path, message }] })
  try {
    if (statSync(path).size > maxBytes) return faulty(`must not be larger than ${maxBytes} bytes`)
    return { content: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return faulty(error instanceof JsonFault ? error.message.replace(/^The body/, 'The file') : 'cannot be read')
  }
}

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const maxDurationMs = 30 * unitsMs.d

/** A length of time such as 24h, in milliseconds; null where it is none, or longer than 30 days. */
export function readDuration(text: string): number | null {
  const parts = /^([0-9]{1,9})([smhd])$/.exec(text)
  if (parts === null) return null
  const duration = Number(parts[1]) * unitsMs[parts[2] as keyof typeof unitsMs]
  return duration <= maxDurationMs ? duration : null
}
