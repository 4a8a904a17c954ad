// The process is killed halfway (decision 0058). Arguments: `[lines] [sqlite|postgres]`.
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import { runMigrations } from '@countersign/server/platform/database/run-migrations'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { bulkInsertSequencedTestAuditEntries } from '@countersign/server/testing/bulk-insert-sequenced-test-audit-entries'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const lines = Number(process.argv[2] ?? 10_000_000)
const kind = process.argv[3] ?? 'sqlite'
const lookEveryMs = 100
const program = join(import.meta.dirname, '../../server/dist/countersign.js')

const folder = mkdtempSync(join(tmpdir(), 'countersign-long-log-'))
const postgres = kind === 'postgres' ? await startTestPostgresServer() : null
try {
  const address = (await postgres?.createDatabase('long_log')) ?? `sqlite:${join(folder, 'countersign.db')}`
  await fill(address)
  const progress = join(folder, 'progress')
  const first = await verify(address, progress, () => readSequence(progress) >= lines / 2)
  console.log(`killed at entry ${readSequence(progress)}: ${describe(first)}`)
  const second = await verify(address, progress, () => false)
  console.log(`to the end: ${describe(second)}\n${second.said}`)
} finally {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

async function fill(address: string): Promise<void> {
  const start = performance.now()
  const database = openDatabase(address)
  await runMigrations(database)
  await bulkInsertSequencedTestAuditEntries(database.queries, lines)
  // In production, autovacuum collects statistics while a log grows to this size.
  if (kind === 'postgres') await queryTestPostgresServer(address, 'analyze')
  await database.close()
  console.log(`${lines} entries on ${kind}, filled in ${seconds(performance.now() - start)}`)
}

interface VerifyRun {
  tookMs: number
  /** Kilobytes. */
  peak: number
  said: string
}

/** The process is killed once `mayEnd` returns true. */
async function verify(address: string, progress: string, mayEnd: () => boolean): Promise<VerifyRun> {
  const start = performance.now()
  const child = spawn(process.execPath, [program, 'audit', 'verify', '--progress', progress], {
    env: { PATH: process.env['PATH'], COUNTERSIGN_DATABASE: address, COUNTERSIGN_ORIGIN: 'https://sign-in.example' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, readPeak(child.pid))
    if (mayEnd()) child.kill('SIGKILL')
  }, lookEveryMs)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(looking)
  return { tookMs: performance.now() - start, peak, said }
}

/** Peak resident memory as recorded by the kernel, which also includes peaks between two polls. */
function readPeak(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function readSequence(progress: string): number {
  try {
    return (JSON.parse(readFileSync(progress, 'utf8')) as { place: { sequence: number } }).place.sequence
  } catch {
    return 0
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`
}

function describe({ tookMs, peak }: VerifyRun): string {
  return `${seconds(tookMs)}, ${(peak / 1024).toFixed(0)} MB peak`
}
