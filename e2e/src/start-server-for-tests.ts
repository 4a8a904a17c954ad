import { findFreePort } from '@countersign/testing/find-free-port'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface RunningTestServer {
  origin: string
  databasePath: string
  log: string[]
  /** Sends SIGTERM and waits for the exit code. */
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Sends SIGSTOP, to simulate a machine that is being migrated or is out of memory. */
  freeze: () => void
  /** Sends SIGCONT. */
  thaw: () => void
  signal: (signal: NodeJS.Signals) => void
  /** Restarts on the same port and database, optionally as another release. */
  start: (command?: ServerStartCommand) => Promise<void>
  remove: () => Promise<void>
}

export type ServerStartCommand = readonly [program: string, ...parameters: string[]]

export const builtServerCliPath = join(import.meta.dirname, '../../server/dist/countersign.js')
const readyTimeoutMs = 120_000

/** `command` is by default this repository's bundle. */
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
        // Test browsers share one network, which may use only part of a budget (`maxNetworkShare`).
        COUNTERSIGN_CHALLENGES_PER_MINUTE: '1000000',
        COUNTERSIGN_SIGN_INS_PER_MINUTE: '1000000',
        COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '100000',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '100000',
        COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '100000',
        // The previous release refuses to start with unknown settings.
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
