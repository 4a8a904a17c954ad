// Countersign must be built first (`node scripts/build-changed-bundles.ts`).
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './measure-function-call-times.ts'

export interface BenchmarkServerProgram {
  name: string
  program: string
  port: number
  environment: (port: number, file: string) => Record<string, string>
  readyPath: string
}

export const countersignServerEntryPath = join(import.meta.dirname, '../../server/dist/start.js')

export const getBenchmarkServerPath = (name: string): string => join(import.meta.dirname, 'servers', name)

interface Usage {
  cpuMicroseconds: number
  residentBytes: number
}

export interface RunningBenchmarkServer {
  origin: string
  usage: () => Promise<Usage>
  /** Collects garbage first. */
  collect: () => Promise<Usage>
  signal: (signal: NodeJS.Signals) => void
  /** Defaults to SIGKILL, as in a power cut. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

const reporter = join(import.meta.dirname, 'servers/report-resource-usage.mjs')

/** `file` is the database path, by default in a temporary folder. */
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

/** In microseconds for one task. */
interface WorkCost {
  wall: number
  cpu: number
}

export interface ServerTaskTimes extends WorkCost {
  cpuP99: number
}

export interface ServerBenchmarkTask {
  server: RunningBenchmarkServer
  /** `piece` is the number of the task, counted across all rounds. */
  work: (piece: number) => Promise<unknown>
  prepare?: () => Promise<unknown>
}

export interface ServerBenchmarkRoundOptions {
  rounds: number
  pieces: number
  parallel: number
  warmUp: number
}

/** Rounds are long, so the garbage collection before each one has little effect on the result. */
export const defaultServerBenchmarkRoundOptions: ServerBenchmarkRoundOptions = {
  rounds: 12,
  pieces: 250,
  parallel: 4,
  warmUp: 1000,
}

/** Alternates between the servers, so a slowdown of the machine affects all of them. */
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
      const startedAt = performance.now()
      await run(each, side, pieces)
      const wall = ((performance.now() - startedAt) * 1000) / pieces
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
