// Needs a database filled by `countersign seed`; `--plans` prints query plans. Figures are minima.
import { loadServerSettings } from '@countersign/server/platform/load-server-settings'
import { openDatabase } from '@countersign/server/platform/database/open-sqlite-or-postgres-database'
import { readQueryPlans } from '@countersign/server/testing/read-query-plans'
import { createAdminQueryPlanCases } from '@countersign/server/testing/admin-query-plan-cases'

const [address, ...words] = process.argv.slice(2)
if (address === undefined) {
  console.error('Usage: node bench/src/benchmark-admin-query-cost.ts DATABASE [--plans] [PART OF A NAME]…')
  process.exit(2)
}
const showPlans = words.includes('--plans')
const chosen = words.filter((word) => word !== '--plans')
const rounds = 7
const database = openDatabase(address)
const { settings } = loadServerSettings({ COUNTERSIGN_ORIGIN: 'http://localhost:4000' })
const cases = Object.entries(await createAdminQueryPlanCases(database, settings, Date.now())).filter(
  ([name]) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
)
const width = Math.max(...cases.map(([name]) => name.length))
console.log(
  `${''.padEnd(width)}  ms  CPU ms  queries${database.kind === 'postgres' ? '     db ms     rows    pages' : ''}`,
)
for (const [name, work] of cases) {
  const { wall, cpu } = await measureLeast(work)
  const plans = await readQueryPlans(database, work)
  const sum = (key: 'rows' | 'pages' | 'milliseconds'): number => plans.reduce((all, plan) => all + (plan[key] ?? 0), 0)
  const there =
    database.kind === 'postgres'
      ? `${sum('milliseconds').toFixed(1).padStart(10)}${String(sum('rows')).padStart(9)}${String(sum('pages')).padStart(9)}`
      : ''
  console.log(
    `${name.padEnd(width)}${wall.toFixed(1).padStart(7)}${cpu.toFixed(1).padStart(7)}${String(plans.length).padStart(6)}${there}`,
  )
  if (showPlans)
    for (const { sql, plan } of plans)
      console.log(`    ${sql.slice(0, 400)}\n${plan.map((line) => `        ${line}`).join('\n')}`)
}
await database.close()

async function measureLeast(work: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const costs: { wall: number; cpu: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const [cpuBefore, start] = [process.cpuUsage(), performance.now()]
    await work()
    const wall = performance.now() - start
    const { user, system } = process.cpuUsage(cpuBefore)
    costs.push({ wall, cpu: (user + system) / 1000 })
  }
  return { wall: Math.min(...costs.map((cost) => cost.wall)), cpu: Math.min(...costs.map((cost) => cost.cpu)) }
}
