// A server in a process of its own, on a folder of its own, that tells what it used.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Usage } from './servers/report-usage.ts'

/** How a server is started. */
export interface ServerProgram {
  name: string
  /** The file in servers/. */
  program: string
  port: number
  environment: (port: number, file: string) => Record<string, string>
  /** Answers when the server works. */
  readyPath: string
}

export interface RunningServer {
  origin: string
  usage: () => Promise<Usage>
  stop: () => Promise<void>
}

/**
 * Starts a server, and waits until it answers.
 * @param file of the database; one in a folder that is removed afterwards, where it is left out
 */
export async function startServer({ name, program, port, environment, readyPath }: ServerProgram, file?: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const server = spawn(process.execPath, ['--expose-gc', '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'servers', program)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment(port, file ?? join(folder, 'bench.db')) },
  })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`${name} does not start`)
    const response = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => null)
    if (response?.ok) break
    await wait(5)
  }
  return {
    origin: `http://localhost:${port}`,
    usage: () => usageOf(server),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function usageOf(server: ChildProcess): Promise<Usage> {
  const answer = once(server, 'message')
  server.send('usage')
  const [usage] = (await answer) as [Usage]
  return usage
}

/** What one piece of work costs, in microseconds: by the clock, and of the server's processor time. */
export interface WorkCost {
  wall: number
  cpu: number
}

/** Has a server do pieces of work, some at the same time. */
export async function runWork(server: RunningServer, { pieces, parallel }: { pieces: number; parallel: number }, work: (piece: number) => Promise<void>): Promise<WorkCost> {
  // Twice: the first asks for the memory to be cleaned up, which is then not counted.
  await server.usage()
  const before = await server.usage()
  const begin = performance.now()
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < pieces) await work(next++)
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  const wall = performance.now() - begin
  const after = await server.usage()
  return { wall: (wall * 1000) / pieces, cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / pieces }
}
