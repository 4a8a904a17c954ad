// Measures this checkout and another in turn, in an empty browser with a quarter of the CPU.
import { findChromium } from '@countersign/testing/find-chromium'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { median } from './measure-function-call-times.ts'
import { startBenchmarkServer } from './measure-server-task-times.ts'
import { benchmarkedSignInServers, buildCookieHeader } from './benchmark-sign-in-cost.ts'
import { formatMicroseconds } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const rounds = 9
const slowDown = 4
const people = 3000

/** @param other path of the other checkout, which must be built */
export async function benchmarkPeopleListLoadTime(other: string): Promise<BenchmarkComparisonRow> {
  const { path: executablePath, flags: args } = await findChromium()
  const browser = await chromium.launch({ executablePath, args })
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rows-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const open = async (root: string, name: string, port: number) => {
      const { origin, cookie, stop } = await startSeeded(root, join(folder, `${name}.db`), port)
      stops.push(stop)
      return () => timeOfFirstRow(browser, origin, cookie)
    }
    const now = await open(join(import.meta.dirname, '../..'), 'now', 4395)
    const before = await open(other, 'before', 4396)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const [mine, other] = [await now(), await before()]
      if (round < 0) continue
      ours.push(mine)
      theirs.push(other)
    }
    return {
      what: `first row of ${people} people, processor slowed down ${slowDown} ×`,
      alternative: 'before',
      ours: formatMicroseconds(median(ours) * 1000),
      theirs: formatMicroseconds(median(theirs) * 1000),
      ratio: median(theirs) / median(ours),
    }
  } finally {
    await browser.close()
    for (const stop of stops) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startSeeded(root: string, file: string, port: number) {
  const [contestant] = benchmarkedSignInServers
  const program = {
    ...contestant,
    program: join(root, 'server/dist/start.js'),
    port,
    // A server refuses to start with a setting it does not know.
    environment: () => ({
      COUNTERSIGN_PORT: String(port),
      COUNTERSIGN_DATABASE: `sqlite:${file}`,
      COUNTERSIGN_LOG_LEVEL: 'warn',
    }),
  }
  execFileSync(process.execPath, [join(root, 'server/dist/countersign.js'), 'seed', '--people', String(people)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], ...program.environment() },
  })
  const { origin, stop } = await startBenchmarkServer(program, file)
  const signedIn = await contestant.signIn(origin, 1)
  const cookie = buildCookieHeader(signedIn)
  const session = (await (await fetch(`${origin}/api/session`, { headers: { cookie } })).json()) as {
    person: { id: string }
  }
  const database = new DatabaseSync(file)
  const now = Date.now()
  database
    .prepare("insert into role_assignments (person_id, role, granted_by, granted_at) values (?, 'owner', null, ?)")
    .run(session.person.id, now)
  // In the other checkout, `trusted_at` may have another name, or there may be several columns.
  const columns = database.prepare("select name from pragma_table_info('browsers')").all() as { name: string }[]
  for (const { name } of columns)
    if (['trusted_at', 'known_at', 'vouched_at'].includes(name))
      database.prepare(`update browsers set ${name} = ? where person_id = ?`).run(now, session.person.id)
  database.close()
  return { origin, cookie, stop }
}

const watchForRow = `new MutationObserver((_, observer) => {
  if (!document.querySelector('main a[href^="/admin/people/"]')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => firstRowDrawn(performance.now())))
}).observe(document, { childList: true, subtree: true })`

/** Resolves to the milliseconds since the navigation. */
async function timeOfFirstRow(browser: Browser, origin: string, cookie: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
      }),
    )
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    const drawn = Promise.withResolvers<number>()
    await page.exposeFunction('firstRowDrawn', drawn.resolve)
    await page.addInitScript(watchForRow)
    await page.goto(`${origin}/admin/people`)
    await page.locator('main a[href^="/admin/people/"]').first().waitFor()
    return await drawn.promise
  } finally {
    await context.close()
  }
}
