// A server in a process of its own, on a folder of its own, that tells what it used; and servers measured side by side, in turns.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './measure-function-call-times.ts'

/** How a server is started. */
export interface BenchmarkServerProgram {
  name: string
  /** The file that is run; Countersign's is what `npm start` runs. */
  program: string
  port: number
  environment: (port: number, file: string) => Record<string, string>
  /** Answers when the server works. */
  readyPath: string
}

/** What `npm start` runs. */
export const countersignServerEntryPath = join(import.meta.dirname, '../../server/dist/start.js')

/** A server that stands here for comparison. */
export const getBenchmarkServerPath = (name: string): string => join(import.meta.dirname, 'servers', name)

/** What a process has used. */
interface Usage {
  cpuMicroseconds: number
  residentBytes: number
}

export interface RunningBenchmarkServer {
  origin: string
  usage: () => Promise<Usage>
  /** Cleans its memory up, so that what was there before is not cleaned up while something else is measured. */
  collect: () => Promise<Usage>
  signal: (signal: NodeJS.Signals) => void
  /** Ends it, by default as where the power is cut. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

const reporter = join(import.meta.dirname, 'servers/report-resource-usage.mjs')

/**
 * Starts a server, and waits until it answers.
 * @param file of the database; one in a folder that is removed afterwards, where it is left out
 */
export async function startBenchmarkServer(
  { name, program, port, environment, readyPath }: BenchmarkServerProgram,
  file?: string,
): Promise<RunningBenchmarkServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const server = spawn(
    process.execPath,
    ['--expose-gc', '--disable-warning=ExperimentalWarning', '--import', reporter, program],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        ...environment(port, file ?? join(folder, 'bench.db')),
      },
    },
  )
  let said = ''
  server.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  for (;;) {
    if (server.exitCode !== null) throw new Error(`${name} does not start: ${said}`)
    const response = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => null)
    if (response?.ok) break
    await wait(5)
  }
  return {
    origin: `http://localhost:${port}`,
    usage: () => requestUsage(server, 'usage'),
    collect: () => requestUsage(server, 'collect'),
    signal: (signal) => void server.kill(signal),
    stop: async (signal = 'SIGKILL') => {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function requestUsage(server: ChildProcess, wish: 'usage' | 'collect'): Promise<Usage> {
  const answer = once(server, 'message')
  server.send(wish)
  const [usage] = (await answer) as [Usage]
  return usage
}

/** What one piece of work costs, in microseconds: by the clock, and of the server's processor time. */
interface WorkCost {
  wall: number
  cpu: number
}

/** Of several rounds: the middle one, and for the processor time also the 99th percentile. Microseconds for one piece. */
export interface ServerTaskTimes extends WorkCost {
  cpuP99: number
}

/** Pieces of work that a server does. */
export interface ServerBenchmarkTask {
  server: RunningBenchmarkServer
  /** @param piece its number, which grows over all rounds */
  work: (piece: number) => Promise<unknown>
  /** Before each round, and not measured. */
  prepare?: () => Promise<unknown>
}

export interface ServerBenchmarkRoundOptions {
  rounds: number
  pieces: number
  /** How many pieces at the same time. */
  parallel: number
  /** How many pieces each does before anything is counted: code is compiled while it is used. */
  warmUp: number
}

/** Enough pieces in a round that cleaning up before it, after which code and memory have to find themselves again, does not weigh on each. */
export const defaultServerBenchmarkRoundOptions: ServerBenchmarkRoundOptions = {
  rounds: 12,
  pieces: 250,
  parallel: 4,
  warmUp: 1000,
}

/** Measures servers side by side: round by round in turns, so that a machine that slows down slows all of them. */
export async function measureServerTaskTimes<Sides extends readonly ServerBenchmarkTask[]>(
  sides: Sides,
  { rounds, pieces, parallel, warmUp }: ServerBenchmarkRoundOptions,
): Promise<{ [Side in keyof Sides]: ServerTaskTimes }> {
  const costs = sides.map((): WorkCost[] => [])
  const next = sides.map(() => 0)
  const run = async ({ work }: ServerBenchmarkTask, side: number, count: number): Promise<void> => {
    const end = (next[side] ?? 0) + count
    const lane = async (): Promise<void> => {
      while ((next[side] ?? 0) < end) {
        const piece = next[side] ?? 0
        next[side] = piece + 1
        await work(piece)
      }
    }
    await Promise.all(Array.from({ length: parallel }, lane))
  }
  for (const [side, each] of sides.entries()) {
    await each.prepare?.()
    await run(each, side, warmUp)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [side, each] of sides.entries()) {
      await each.prepare?.()
      const before = await each.server.collect()
      const begin = performance.now()
      await run(each, side, pieces)
      const wall = ((performance.now() - begin) * 1000) / pieces
      const after = await each.server.usage()
      costs[side]?.push({ wall, cpu: (after.cpuMicroseconds - before.cpuMicroseconds) / pieces })
    }
  }
  const summed = costs.map((rows): ServerTaskTimes => {
    const cpu = rows.map((row) => row.cpu)
    return {
      wall: percentile(
        rows.map((row) => row.wall),
        0.5,
      ),
      cpu: percentile(cpu, 0.5),
      cpuP99: percentile(cpu, 0.99),
    }
  })
  return summed as { [Side in keyof Sides]: ServerTaskTimes }
}
