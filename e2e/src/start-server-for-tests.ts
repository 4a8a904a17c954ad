// Runs the real product for a test: the server's own start command in a process of its own, on a free port of this
// machine, with a database in a temporary folder.
import { findFreePort } from '@countersign/testing/find-free-port'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A running Countersign. */
export interface RunningTestServer {
  origin: string
  /** Where its database file is. */
  databasePath: string
  /** Every line it wrote. */
  log: string[]
  /** Ends it as an operator would (SIGTERM), waits until it ended, and answers its exit code. */
  stop: () => Promise<number | null>
  /** Ends it without warning (SIGKILL). */
  kill: () => Promise<void>
  /** Lets it stand still where it is (SIGSTOP), as a machine does that is moved or has no memory left. */
  freeze: () => void
  /** Lets it go on (SIGCONT). */
  thaw: () => void
  /** Sends it a signal. */
  signal: (signal: NodeJS.Signals) => void
  /** Starts it again on the same port and database, also as another release of it, and waits until it is ready. */
  start: (command?: ServerStartCommand) => Promise<void>
  /** Stops it for good and removes its database. */
  remove: () => Promise<void>
}

/** What is run with `start`. */
export type ServerStartCommand = readonly [program: string, ...parameters: string[]]

/** The command line of the product, as it is shipped. */
export const builtServerCliPath = join(import.meta.dirname, '../../server/dist/countersign.js')
const readyTimeoutMs = 120_000

/**
 * Starts a server.
 * @param environment settings beyond the defaults
 * @param command what is run with `start`, where it is not the bundle of this repository
 */
export async function startServerForTests(
  environment: Record<string, string> = {},
  command: ServerStartCommand = [process.execPath, builtServerCliPath],
): Promise<RunningTestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-e2e-'))
  const databasePath = join(folder, 'countersign.db')
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const log: string[] = []
  let running: ChildProcess | null = null

  const start = async ([name, ...parameters] = command): Promise<void> => {
    const started = spawn(name, [...parameters, 'start'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        // Browsers of one test run share an address, and many tests are many tries. Of what may happen in all, one
        // network gets a share alone (`maxNetworkShare`), which a fast machine spends in a test that asks in a loop.
        COUNTERSIGN_CHALLENGES_PER_MINUTE: '1000000',
        COUNTERSIGN_SIGN_INS_PER_MINUTE: '1000000',
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '100000',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '100000',
        COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '100000',
        // The release before knows no such setting, and starts with none that it does not know.
        ...(parameters.includes(builtServerCliPath) && {
          COUNTERSIGN_CROSS_DEVICE_CODES_PER_MINUTE: '1000000',
          COUNTERSIGN_CROSS_DEVICE_CODES_PER_NETWORK_PER_MINUTE: '100000',
        }),
        COUNTERSIGN_PORT: String(port),
        COUNTERSIGN_DATABASE: `sqlite:${databasePath}`,
        ...environment,
      },
    })
    running = started
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => log.push(...String(chunk).trim().split('\n')))
    await waitUntilReady(port, started, log)
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = running
    running = null
    if (ending === null) return null
    if (ending.exitCode === null && ending.signalCode === null) {
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill(signal)
      await ended
    }
    return ending.exitCode
  }
  await start()
  return {
    origin,
    databasePath,
    log,
    start,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    signal: (signal) => void running?.kill(signal),
    remove: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(port: number, started: ChildProcess, log: string[]): Promise<void> {
  const end = Date.now() + readyTimeoutMs
  while (Date.now() < end) {
    if (started.exitCode !== null) break
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (ready?.ok) return
    await wait(25)
  }
  throw new Error(`The server did not become ready:\n${log.join('\n')}`)
}
