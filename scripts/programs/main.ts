// `npm run programs [NAME …]`: installs real programs, connects each by its preset as it is printed, and notes down what was seen. A job of
// its own, which needs registries and minutes; nothing else depends on it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRuns } from './all-runs.ts'
import { NotInstalled } from './install.ts'
import type { ProgramRun } from './program-run.ts'
import { keepRuns, printTable } from './report.ts'
import type { Row } from './report.ts'
import { openContext } from './context.ts'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !allRuns.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.error(`Not a program that is run: ${unknown.join(', ')}. Known: ${allRuns.map(({ id }) => id).join(', ')}`)
  process.exit(2)
}

/** Kept between runs, because building takes longer than running. */
const cache = join(tmpdir(), 'countersign-programs')

async function runProgram(run: ProgramRun): Promise<Row> {
  const { id, registry } = run
  let version = ''
  try {
    mkdirSync(cache, { recursive: true })
    version = await run.install(join(cache, id))
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error
    return { id, registry, version, outcome: 'skipped', why: error.message }
  }
  const folder = mkdtempSync(join(tmpdir(), `countersign-${id}-`))
  const context = await openContext(run, folder)
  try {
    return { id, registry, version, outcome: 'works', seen: await run.run(context, join(cache, id)) }
  } catch (error) {
    return { id, registry, version, outcome: 'failed', why: `${String(error)}\n${context.written()}` }
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows: Row[] = []
for (const run of allRuns.filter(({ id }) => names.length === 0 || names.includes(id))) {
  const startedAt = performance.now()
  console.log(`${run.id} …`)
  const row = await runProgram(run)
  rows.push(row)
  console.log(`${run.id}: ${row.outcome}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  if (row.why !== undefined) console.log(row.why)
}
printTable(rows)
keepRuns(rows, new Date())
process.exitCode = rows.some(({ outcome }) => outcome === 'failed') ? 1 : 0
