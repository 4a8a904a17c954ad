// `npm run ci`: the checks, `npm test`, then the long suites that fit in the time of a CI run.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { longRunningTestSuites } from '../e2e/long-running-test-suites.ts'

const limitMinutes = 35

const root = join(import.meta.dirname, '..')
const startedAt = performance.now()
const minutesSoFar = (): number => (performance.now() - startedAt) / 60_000
const report: string[] = []
const total = { passed: 0, failed: 0, skipped: 0 }

let isSound = (await run('check', ['run', 'check'])) && (await run('test', ['test']))
for (const [name, { minutes }] of isSound ? Object.entries(longRunningTestSuites) : [])
  if (minutesSoFar() + minutes > limitMinutes) report.push(`left out  test:${name} (about ${minutes} min)`)
  else isSound = (await run(`test:${name}`, ['run', `test:${name}`])) && isSound

console.log(`\n${report.join('\n')}\n${minutesSoFar().toFixed(1)} of at most ${limitMinutes} min`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(isSound ? 0 : 1)

async function run(name: string, parameters: string[]): Promise<boolean> {
  const before = minutesSoFar()
  const child = spawn('npm', parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  let lastLines = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    lastLines = (lastLines + text).slice(-1000)
  })
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', (code) => resolve(code)),
  )
  const counts =
    /^(?<passed>\d+) passed, (?<failed>\d+) failed, (?<skipped>\d+) skipped$/m.exec(lastLines)?.groups ?? {}
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += Number(counts[key] ?? 0)
  report.push(`${status === 0 ? 'passed   ' : 'FAILED   '} ${name} (${(minutesSoFar() - before).toFixed(1)} min)`)
  return status === 0
}
