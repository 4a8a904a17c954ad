import type { Command } from 'commander'
import { readFileSync, statSync } from 'node:fs'
import {
  CommitOutcomeUnknownError,
  isDatabaseUnavailable,
  isTableOrColumnMissing,
} from '../platform/database/database-errors.ts'
import { nameCliCommands } from '../platform/cli-command-prefix.ts'
import { systemClock } from '../platform/clock.ts'
import { apiTokenEnvironmentVariable } from '../platform/parse-server-settings.ts'
import { StrictJsonError, parseStrictJson } from '../platform/parse-strict-json.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { describeAdminApiError } from './describe-admin-api-error.ts'
import type { CliList } from './format-cli-list.ts'
import type { AdminApiRouteGroup } from './local-admin-api-client.ts'
import { printCliError, printCliList, printDefinitionErrors } from './print-cli-output.ts'
import { sanitizeTerminalOutput } from './sanitize-terminal-output.ts'

export { printCliError, printCliUsageError, printDefinitionErrors } from './print-cli-output.ts'
export { sanitizeTerminalOutput } from './sanitize-terminal-output.ts'

export const collectRepeatedOption = (value: string, before: readonly string[] = []): string[] => [...before, value]

export const cliProgramExitStatus = { exitCode: 0 }

export interface PrintedCliOutcome {
  json: unknown
  text: string | readonly string[] | CliList | (() => Promise<string | CliList>)
  notes?: readonly string[]
  exitCode?: number
}

/** If the outcome is an exit code, the command has already printed everything. */
export type CliCommandOutcome = PrintedCliOutcome | number

async function printOutcome(command: Command, outcome: CliCommandOutcome): Promise<number> {
  if (typeof outcome === 'number') return outcome
  const { json, text, notes = [], exitCode = 0 } = outcome
  if (command.opts<{ json?: true }>().json === true) console.log(JSON.stringify(json, null, 2))
  else {
    const shown = typeof text === 'function' ? await text() : text
    if (typeof shown === 'object' && 'columns' in shown) printCliList(shown, systemClock())
    else for (const line of [shown].flat()) console.log(nameCliCommands(line))
    for (const line of notes) console.error(nameCliCommands(line))
  }
  return exitCode
}

export const setCliCommandAction = <Args extends unknown[]>(
  command: Command,
  act: (...args: Args) => Promise<CliCommandOutcome>,
): Command =>
  command.action(async (...args: unknown[]) => {
    cliProgramExitStatus.exitCode = await printOutcome(command, await act(...(args as Args)))
  })

const remoteCapableCommands = new WeakSet<Command>()

export const canUseServerOption = (command: Command): boolean => remoteCapableCommands.has(command)

interface ApiCommandNeeds {
  /** The first group is the subject of error messages. */
  subjects: readonly [AdminApiRouteGroup, ...AdminApiRouteGroup[]]
  /** `read` changes nothing and runs no migrations; `none` opens no database. */
  access: 'read' | 'write' | 'none' | ((args: readonly unknown[]) => 'read' | 'write')
  nameFault?: (fault: ApplicationDefinitionFieldError) => ApplicationDefinitionFieldError
}

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
    const neededAccess = typeof access === 'function' ? access(args) : access
    try {
      // A token is for a remote server, so the command never falls back to the local server.
      if (server !== undefined || tokenFile !== undefined) {
        const { createRemoteAdminApiClient, parseServerOrigin } = await import('./remote-admin-api-client.ts')
        const origin = parseServerOrigin(server ?? '')
        const { token, isLogin } = await loadToken(tokenFile, origin)
        return await work(createRemoteAdminApiClient(origin, token)).catch((error: unknown) => {
          if (!isLogin || !(error instanceof AdminApiError) || error.code !== 'api_token.invalid') throw error
          throw new AdminApiError(
            `Your login at ${origin} was revoked, or you have lost your role. Run "countersign login ${origin}" again.`,
          )
        })
      }
      const { openLocalAdminApi } = await import('./local-admin-api-client.ts')
      const local = await openLocalAdminApi(subjects, neededAccess)
      try {
        return await work(local.client)
      } finally {
        await local.close()
      }
    } catch (error) {
      if (neededAccess === 'read' && isTableOrColumnMissing(error))
        return printCliError('The database has an earlier schema version. Start the server once to upgrade it.')
      if (!(error instanceof AdminApiError)) return printCliError(describeDatabaseFailure(error, subject))
      if (error.errors.length > 0) return printDefinitionErrors(error.errors.map(nameFault))
      return printCliError(describeAdminApiError(error, typeof args[0] === 'string' ? args[0] : ''))
    }
  })
}

export function describeDatabaseFailure(error: unknown, subject: string): string {
  if (error instanceof CommitOutcomeUnknownError)
    return `The database failed while saving. Check with "countersign ${subject} list" whether the change was made.`
  if (!isDatabaseUnavailable(error)) throw error
  return `The database is unavailable: ${(error as Error).message}. Nothing was changed. Try again in a moment.`
}

/** The token is never a command-line argument, because every local process can read those. */
async function loadToken(file: string | undefined, origin: string): Promise<{ token: string; isLogin: boolean }> {
  let token = process.env[apiTokenEnvironmentVariable]
  try {
    if (file !== undefined) token = readFileSync(file, 'utf8')
  } catch {
    throw new AdminApiError(`The file ${file} cannot be read.`)
  }
  const given = token?.trim() ?? ''
  if (given !== '') return { token: given, isLogin: false }
  // Never the login in its place: it can have more permissions than the token that was meant.
  if (file !== undefined) throw new AdminApiError(`The file ${file} contains no token.`)
  const { findStoredLoginToken } = await import('./stored-logins.ts')
  const login = findStoredLoginToken(origin, systemClock())
  if (login !== null) return { token: login, isLogin: true }
  throw new AdminApiError(
    `Run "countersign login ${origin}" first, set ${apiTokenEnvironmentVariable} to an API token of the administration, or use --token-file to specify a file that contains one.`,
  )
}

/** @returns false if the action must not run; the reason has then already been printed */
export async function confirmAction(warning: string, question: string, isSure: boolean | undefined): Promise<boolean> {
  if (isSure === true) return true
  if (!process.stdin.isTTY) {
    console.error(warning)
    printCliError('Nothing was changed. Add --yes to confirm.')
    return false
  }
  const { confirmOnTerminal } = await import('./confirm-on-terminal.ts')
  if (await confirmOnTerminal(`${warning}\n${question} Type "yes": `)) return true
  console.error('Nothing was changed.')
  return false
}

export const formatDefinitionChanges = (id: string, changes: readonly string[]): string =>
  changes.length === 0
    ? 'Nothing to change.'
    : [`Changed "${id}":`, ...changes.map((line) => `  ${sanitizeTerminalOutput(line)}`)].join('\n')

export const formatAppliedFileChanges = (
  steps: readonly string[],
  { dryRun, warnings = [] }: { dryRun: boolean; warnings?: readonly string[] },
): string[] => [
  steps.length === 0 ? 'Nothing to change.' : steps.map(sanitizeTerminalOutput).join('\n'),
  ...warnings.map(sanitizeTerminalOutput),
  ...(dryRun && steps.length > 0 ? ['This was a dry run; nothing was changed.'] : []),
]

export function formatNameValueTextColumns(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(width)}  ${sanitizeTerminalOutput(value)}`)
    .join('\n')
}

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

/** In milliseconds; null if the text is invalid or the duration is longer than 30 days. */
export function parseDuration(text: string): number | null {
  const parts = /^([0-9]{1,9})([smhd])$/.exec(text)
  if (parts === null) return null
  const duration = Number(parts[1]) * unitsMs[parts[2] as keyof typeof unitsMs]
  return duration <= maxDurationMs ? duration : null
}
