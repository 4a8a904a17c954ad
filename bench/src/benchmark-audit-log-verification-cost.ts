// What `countersign audit verify` takes for a long log (decision 0058): the most memory that its process has (VmHWM of Linux, peak resident set size), and how long it
// takes, on a log of so many lines. It is ended in the middle, as by a machine that goes down, and goes on from its progress file. Run by itself, built (`node scripts/build-changed-bundles.ts`):
// node bench/src/benchmark-audit-log-verification-cost.ts [lines] [sqlite|postgres]
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
  console.log(`ended at line ${readSequence(progress)}: ${describe(first)}`)
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
  // So many lines never come at once: by then autovacuum would have counted them.
  if (kind === 'postgres') await queryTestPostgresServer(address, 'analyze')
  await database.close()
  console.log(`${lines} lines on ${kind}, filled in ${seconds(performance.now() - start)}`)
}

interface VerifyRun {
  tookMs: number
  /** Kilobytes. */
  peak: number
  said: string
}

/** Verifies the log in a process of its own. @param mayEnd asked again and again: whether it is to be killed now */
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

/** What the kernel counts: the most that a process has had at once, so that nothing in between is missed. */
function readPeak(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended.
    return 0
  }
}

function readSequence(progress: string): number {
  try {
    return (JSON.parse(readFileSync(progress, 'utf8')) as { place: { sequence: number } }).place.sequence
  } catch {
    // Nothing is noted yet.
    return 0
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`
}

function describe({ tookMs, peak }: VerifyRun): string {
  return `${seconds(tookMs)}, ${(peak / 1024).toFixed(0)} MB at most`
}
