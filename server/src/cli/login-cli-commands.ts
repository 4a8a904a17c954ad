// `countersign login` and `logout`: a device flow (RFC 8628) for commands with --server.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { Command } from 'commander'
import { hostname } from 'node:os'
import { setTimeout as waitMs } from 'node:timers/promises'
import { readServerBuildInfo } from '../platform/read-server-build-info.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import { printCliError, sanitizeTerminalOutput, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { parseServerOrigin, sendToRemoteServer } from './remote-admin-api-client.ts'
import { getStoredLoginsPath, readStoredLogins, writeStoredLogins } from './stored-logins.ts'
import type { StoredLogin } from './stored-logins.ts'

type Send = typeof sendToRemoteServer

export interface LoginDependencies {
  send: Send
  wait: (ms: number) => Promise<unknown>
  path: string
  machine: string
  /** Prints what the person must do while the command waits. */
  instruct: (line: string) => void
}

const createDependencies = (): LoginDependencies => ({
  send: sendToRemoteServer,
  wait: waitMs,
  path: getStoredLoginsPath(),
  machine: toMachineName(hostname()),
  instruct: (line) => console.error(line),
})

export function registerCliCommands(program: Command): void {
  setCliCommandAction(
    program
      .command('login <server>')
      .description('Logs in to a remote server with a browser, for commands with --server.'),
    (server: string) => reportErrors(() => logIn(server, createDependencies())),
  )
  setCliCommandAction(
    program
      .command('logout [server]')
      .description('Revokes the login at a server, or at all servers, and deletes its token.'),
    (server: string | undefined) => reportErrors(() => logOut(server, createDependencies())),
  )
}

async function reportErrors(run: () => Promise<CliCommandOutcome>): Promise<CliCommandOutcome> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AdminApiError)) throw error
    return printCliError(sanitizeTerminalOutput(error.message))
  }
}

/** The name that the server accepts and shows. */
export const toMachineName = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64) || 'unknown'

/** @throws AdminApiError */
export async function logIn(server: string, dependencies: LoginDependencies): Promise<CliCommandOutcome> {
  const { send, path, machine, instruct } = dependencies
  const origin = parseServerOrigin(server, 'The address')
  // A file that cannot be used is reported before the person approves anything.
  readStoredLogins(path)
  const request = await call(send, origin, 'createLoginRequest', { body: { machine } })
  // A server that forwards the code of another one would get that one's token (THREATS N23).
  if (URL.parse(request.link)?.origin !== origin)
    throw new AdminApiError(
      `${origin} wants you to approve the login on another server (${request.link}). Do not open this address.`,
    )
  instruct(`Open ${sanitizeTerminalOutput(request.link)}`)
  instruct(`The page must show the code ${sanitizeTerminalOutput(request.userCode)}. Approve it only then.`)
  const expiresAt = await waitForApproval(origin, request, dependencies)
  if (expiresAt === null) return printCliError('The login was denied in the browser. Nothing was saved.')
  const replaced = await saveLogin(origin, { token: request.token, expiresAt }, dependencies)
  if (replaced !== null) await revoke(send, origin, replaced).catch(() => {})
  return {
    json: { server: origin, expiresAt },
    text: `Logged in to ${origin} until ${expiresAt}. Add --server ${origin} to a command; "countersign logout" ends the login.`,
  }
}

/** @returns the token of an earlier login at this server @throws AdminApiError if the file cannot be written */
async function saveLogin(
  origin: string,
  login: StoredLogin,
  { send, path }: Pick<LoginDependencies, 'send' | 'path'>,
): Promise<string | null> {
  try {
    const logins = readStoredLogins(path)
    writeStoredLogins(path, { ...logins, [origin]: login })
    return logins[origin]?.token ?? null
  } catch (error) {
    // The token was not saved, so no one can use it, but it would remain valid.
    await revoke(send, origin, login.token).catch(() => {})
    if (error instanceof AdminApiError) throw error
    throw new AdminApiError(`The login cannot be saved in ${path}: ${(error as Error).message}. It was revoked.`)
  }
}

/** A server that restarts or a network that changes must not end the login. */
const maxFailuresInARow = 10

/** @returns when the token expires, or null if the person denied */
async function waitForApproval(
  origin: string,
  { token, pollSeconds }: ApiEndpointOutput<'createLoginRequest'>,
  { send, wait }: LoginDependencies,
): Promise<string | null> {
  for (let failures = 0; ;) {
    await wait(pollSeconds * 1000)
    try {
      const { state, expiresAt } = await call(send, origin, 'readLoginToken', { token })
      if (state === 'denied') return null
      if (state === 'approved' && Number.isFinite(Date.parse(expiresAt ?? ''))) return expiresAt
      failures = 0
    } catch (error) {
      if (!(error instanceof AdminApiError)) throw error
      if (error.code === 'login.invalid')
        throw new AdminApiError(`The code has expired. Run "countersign login ${origin}" again.`)
      failures += 1
      if (failures === maxFailuresInARow) throw error
    }
  }
}

/** @throws AdminApiError */
export async function logOut(
  server: string | undefined,
  { send, path }: Pick<LoginDependencies, 'send' | 'path'>,
): Promise<CliCommandOutcome> {
  const logins = readStoredLogins(path)
  const only = server === undefined ? null : parseServerOrigin(server, 'The address')
  const ended = Object.keys(logins).filter((origin) => only === null || origin === only)
  if (ended.length === 0)
    return printCliError(only === null ? 'You are not logged in.' : `You are not logged in at ${only}.`)
  const unrevoked: string[] = []
  for (const origin of ended) {
    const { token } = logins[origin] ?? { token: '' }
    await revoke(send, origin, token).catch((error: unknown) => {
      if (!(error instanceof AdminApiError)) throw error
      unrevoked.push(
        `${error.message} The token was deleted here, but it remains valid at ${origin} until it expires, or until it is revoked in the administration, under Tokens.`,
      )
    })
  }
  // Read again, because another command may have logged in elsewhere in the meantime.
  const now = Object.entries(readStoredLogins(path))
  writeStoredLogins(path, Object.fromEntries(now.filter(([origin]) => !ended.includes(origin))))
  return {
    json: { servers: ended },
    text: ended.map((origin) => `Logged out of ${origin}.`),
    notes: unrevoked.map(sanitizeTerminalOutput),
    exitCode: unrevoked.length > 0 ? 1 : 0,
  }
}

/** @throws AdminApiError unless the token is revoked, expired or unknown afterwards */
async function revoke(send: Send, origin: string, token: string): Promise<void> {
  try {
    await call(send, origin, 'revokeLoginToken', { token })
  } catch (error) {
    if (!(error instanceof AdminApiError) || error.code !== 'api_token.invalid') throw error
  }
}

type LoginEndpoint = 'createLoginRequest' | 'readLoginToken' | 'revokeLoginToken'

async function call<Name extends LoginEndpoint & ApiEndpointName>(
  send: Send,
  origin: string,
  name: Name,
  { body, token }: { body?: object; token?: string },
): Promise<ApiEndpointOutput<Name>> {
  const { method, path } = apiRoutes[name]
  const response = await send(origin, {
    method,
    path,
    body: body === undefined ? null : JSON.stringify(body),
    headers: {
      'user-agent': `countersign/${readServerBuildInfo().version} (${process.platform})`,
      // Pages of other sites must not be able to request a code, so the server requires its own origin.
      ...(token === undefined ? { origin } : { authorization: `Bearer ${token}` }),
    },
  })
  const text = await response.text().catch((error: unknown) => {
    throw new AdminApiError(`${origin} cannot be reached: ${(error as Error).message}.`)
  })
  if (response.status === 204) return undefined as ApiEndpointOutput<Name>
  const answer = parseObject(text)
  if (response.ok && isAnswer(name, answer)) return answer as ApiEndpointOutput<Name>
  const problem = answer as Partial<ProblemDetails> | null
  if (response.ok || typeof problem?.code !== 'string')
    throw new AdminApiError(
      `${origin} responded with ${response.status}, but does not seem to be a Countersign server with this feature.`,
    )
  if (problem.code === 'request.cross_origin')
    throw new AdminApiError(`The server at ${origin} has another public address. Use the address that its pages have.`)
  throw new AdminApiError(`${problem.title ?? problem.code} ${problem.detail ?? ''} (${problem.code})`, problem)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const content = JSON.parse(text) as unknown
    return typeof content === 'object' ? (content as Readonly<Record<string, unknown>> | null) : null
  } catch {
    return null
  }
}

const textMembers: Readonly<Record<LoginEndpoint, readonly string[]>> = {
  createLoginRequest: ['token', 'userCode', 'link'],
  readLoginToken: ['state'],
  revokeLoginToken: [],
}

const isAnswer = (name: LoginEndpoint, answer: Readonly<Record<string, unknown>> | null): boolean =>
  answer !== null && textMembers[name].every((member) => typeof answer[member] === 'string')
