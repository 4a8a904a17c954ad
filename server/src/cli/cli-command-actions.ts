// What commands share: running on the admin API, asking before a loss, and printing.
import type { Command } from 'commander'
import { readFileSync, statSync } from 'node:fs'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from '../platform/database/database-errors.ts'
import { apiTokenEnvironmentVariable } from '../platform/parse-server-settings.ts'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import type { AdminApiRouteGroup } from './local-admin-api-client.ts'

/** Collects the values of an option that can be given several times. */
export const collectRepeatedOption = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** What the last command returned. */
export const cliProgramExitStatus = { exitCode: 0 }

/** What a command prints: an object with `--json`, otherwise lines. */
interface PrintedOutcome {
  json: unknown
  text: string | readonly string[] | (() => Promise<string>)
  /** Remarks for people, on the error output. */
  notes?: readonly string[]
  exitCode?: number
}

/** A result to print, or the exit code of a command that has printed everything itself. */
export type CliCommandOutcome = PrintedOutcome | number

/** @returns the exit code */
async function printOutcome(command: Command, outcome: CliCommandOutcome): Promise<number> {
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
export const setCliCommandAction = <Args extends unknown[]>(
  command: Command,
  act: (...args: Args) => Promise<CliCommandOutcome>,
): Command =>
  command.action(async (...args: unknown[]) => {
    cliProgramExitStatus.exitCode = await printOutcome(command, await act(...(args as Args)))
  })

const remoteCapableCommands = new WeakSet<Command>()

/** Whether a command works with `--server`. */
export const canUseServerOption = (command: Command): boolean => remoteCapableCommands.has(command)

interface ApiCommandNeeds {
  /** What it is about, first; what else it calls. */
  subjects: readonly [AdminApiRouteGroup, ...AdminApiRouteGroup[]]
  /** `read` changes nothing, and not even brings the database up to date; `none` needs no database. */
  access: 'read' | 'write' | 'none' | ((args: readonly unknown[]) => 'read' | 'write')
  /** Names errors of a definition in the words of the command. */
  nameFault?: (fault: ApplicationDefinitionFieldError) => ApplicationDefinitionFieldError
}

/** Runs a command on the admin API: within this process, or of another server with `--server`. */
export function setAdminApiCliCommandAction<Args extends unknown[]>(
  command: Command,
  { subjects, access, nameFault = (fault) => fault }: ApiCommandNeeds,
  act: (client: AdminApiClient, ...args: Args) => Promise<CliCommandOutcome>,
): Command {
  remoteCapableCommands.add(command)
  return setCliCommandAction(command, async (...args: unknown[]) => {
    const { server, tokenFile } = command.optsWithGlobals<{ server?: string; tokenFile?: string }>()
    const work = async (client: AdminApiClient): Promise<number> =>
      printOutcome(command, await act(client, ...(args as Args)))
    const [subject] = subjects
    try {
      // Naming a token means another server: without its address nothing is done here instead.
      if (server !== undefined || tokenFile !== undefined) {
        const { createRemoteAdminApiClient } = await import('./remote-admin-api-client.ts')
        return await work(createRemoteAdminApiClient(server ?? '', loadToken(tokenFile)))
      }
      const { openLocalAdminApi } = await import('./local-admin-api-client.ts')
      const local = await openLocalAdminApi(subjects, typeof access === 'function' ? access(args) : access)
      try {
        return await work(local.client)
      } finally {
        await local.close()
      }
    } catch (error) {
      if (!(error instanceof AdminApiError)) return printCliError(describeDatabaseFailure(error, subject))
      if (error.errors.length > 0) return printDefinitionErrors(error.errors.map(nameFault))
      return printCliError(describeApiError(error, typeof args[0] === 'string' ? args[0] : ''))
    }
  })
}

/**
 * Says that the database failed.
 * @throws any other error
 */
export function describeDatabaseFailure(error: unknown, subject: string): string {
  if (error instanceof CommitOutcomeUnknownError)
    return `The database failed at the last moment. Look with "countersign ${subject} list" whether it happened.`
  if (!isDatabaseUnavailable(error)) throw error
  return `The database cannot be used right now: ${(error as Error).message}. Nothing was changed. Try again in a moment.`
}

/** A token is never an argument: every program on the machine can read those. */
function loadToken(file: string | undefined): string {
  let token = process.env[apiTokenEnvironmentVariable]
  try {
    if (file !== undefined) token = readFileSync(file, 'utf8')
  } catch {
    throw new AdminApiError(`The file ${file} cannot be read.`)
  }
  if (token === undefined || token === '')
    throw new AdminApiError(
      `Set ${apiTokenEnvironmentVariable} to a token of the administration, or name a file that holds one with --token-file.`,
    )
  return token.trim()
}

const unknownObjectText = (what: string) => (id: string) =>
  `There is no ${what} "${id}". "countersign ${what} list" shows all.`
const conflictText = (id: string): string =>
  `Somebody else changed something about "${id}" at the same moment. Nothing was changed. Look at it, and try again.`

/** Refusals about the thing that a command names. */
const refusalTexts: Readonly<Record<string, (id: string) => string>> = {
  'application.not_found': unknownObjectText('application'),
  'group.not_found': unknownObjectText('group'),
  'resource.not_found': unknownObjectText('resource'),
  'application.conflict': conflictText,
  'group.conflict': conflictText,
  'resource.conflict': conflictText,
  'resource.subject_change_unconfirmed': conflictText,
  'application.no_secret': (id) =>
    `"${id}" has no secret: it proves itself otherwise, or not at all. Nothing was changed.`,
  'group.already_exists': (id) => `There is already a group "${id}". Nothing was changed.`,
  'group.too_many': () => 'There are as many groups as there can be. Nothing was changed.',
  'resource.already_exists': (id) =>
    `There is already a resource "${id}". Nothing was changed. "countersign resource change" changes it.`,
  'resource.too_many': () => 'There are as many resources as there can be. Nothing was changed.',
  'resource.client_id_conflict': (id) =>
    `"${id}" is also the client ID of an application that is known by its metadata document: with the token type JWT its access tokens would look like ID tokens for that application. Nothing was changed. Leave out --token-type, or give the resource another address.`,
  'role.last_owner': () =>
    'They are the last owner of this server. Make somebody else one first: "countersign owner grant". Nothing was changed.',
  'merge.already_open': () =>
    'Another identity was merged into this one, and that can still be undone. Until it is final nobody is erased; nothing was changed.',
  'api_token.not_found': (id) =>
    `There is no registration token "${id}" that works; "countersign registration-token list" shows them.`,
}

function describeApiError({ code, message, reason }: AdminApiError, id: string): string {
  if (code === 'rule.chain_unavailable' && reason !== null)
    return sanitizeTerminalOutput(`${reason}. Nothing was changed; try again.`)
  return sanitizeTerminalOutput(code === null ? message : (refusalTexts[code]?.(id) ?? message))
}

/** Prints why nothing was done. */
export function printCliError(message: string): number {
  console.error(message)
  return 1
}

const formatError = ({ path, message }: ApplicationDefinitionFieldError): string =>
  path === '' ? message : `${path}: ${message}`

/** Prints everything that is wrong with what was given. */
export const printDefinitionErrors = (errors: readonly ApplicationDefinitionFieldError[]): number =>
  printCliError(
    `Nothing was changed:\n${errors.map((fault) => `  - ${sanitizeTerminalOutput(formatError(fault))}`).join('\n')}`,
  )

/**
 * Whether to go on: by `--yes`, or by "yes" on the terminal. Otherwise it has been printed that nothing was changed.
 */
export async function confirmAction(warning: string, question: string, isSure: boolean | undefined): Promise<boolean> {
  if (isSure === true) return true
  if (!process.stdin.isTTY) {
    printCliError(`${warning}\nNothing was changed. Add --yes to do it.`)
    return false
  }
  const { confirmOnTerminal } = await import('./confirm-on-terminal.ts')
  if (await confirmOnTerminal(`${warning}\n${question} Type "yes": `)) return true
  printCliError('Nothing was changed.')
  return false
}

/**
 * A text of a server as a terminal may show it: nothing in it moves a cursor, breaks a line or reverses what follows
 * (THREATS N10).
 */
export const sanitizeTerminalOutput = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )

/** The changes of a thing. */
export const formatDefinitionChanges = (id: string, changes: readonly string[]): string =>
  changes.length === 0
    ? 'There is nothing to change.'
    : [`"${id}" is changed:`, ...changes.map((line) => `  ${sanitizeTerminalOutput(line)}`)].join('\n')

/** The steps of an applied file, and warnings about them. */
export const formatAppliedFileChanges = (
  steps: readonly string[],
  { dryRun, warnings = [] }: { dryRun: boolean; warnings?: readonly string[] },
): string[] => [
  steps.length === 0 ? 'There is nothing to change.' : steps.map(sanitizeTerminalOutput).join('\n'),
  ...warnings.map(sanitizeTerminalOutput),
  ...(dryRun && steps.length > 0 ? ['Nothing was changed, because of --dry-run.'] : []),
]

/** Names and values in two columns. */
export function formatNameValueTextColumns(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${sanitizeTerminalOutput(value)}`)
    .join('\n')
}

/** Lines in columns; the last one is as long as it is. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
    )
    .map(sanitizeTerminalOutput)
    .join('\n')
}

/**
 * Reads a JSON file.
 * @returns what it holds, or why it cannot be used
 */
export function loadJsonFile(
  path: string,
  maxBytes: number,
): { content: unknown } | { errors: ApplicationDefinitionFieldError[] } {
  const faulty = (message: string): { errors: ApplicationDefinitionFieldError[] } => ({ errors: [{ path, message }] })
  try {
    if (statSync(path).size > maxBytes) return faulty(`must not be larger than ${maxBytes} bytes`)
    return { content: parseStrictJson(readFileSync(path, 'utf8')) }
  } catch (error) {
    return faulty(error instanceof StrictJsonError ? error.message.replace(/^The body/, 'The file') : 'cannot be read')
  }
}

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const maxDurationMs = 30 * unitsMs.d

/** A length of time such as 24h, in milliseconds; null where it is none, or longer than 30 days. */
export function parseDuration(text: string): number | null {
  const parts = /^([0-9]{1,9})([smhd])$/.exec(text)
  if (parts === null) return null
  const duration = Number(parts[1]) * unitsMs[parts[2] as keyof typeof unitsMs]
  return duration <= maxDurationMs ? duration : null
}
