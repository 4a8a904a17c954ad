// Tests the repository configuration: least-privilege CI, dependency updates, issue forms, and a
// changelog in which a release finds its version.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { longRunningTestSuites } from '../e2e/long-running-test-suites.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<
    string,
    {
      'runs-on': string
      'timeout-minutes': number
      permissions?: unknown
      strategy?: { matrix: Record<string, string[]> }
      steps: { uses?: string; run?: string }[]
    }
  >
}

const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('the CI workflow runs everything in .ci/run, in parallel jobs', () => {
  const { check, test: tests, suite } = (parse(read('.github/workflows/ci.yml')) as Workflow).jobs
  const lastRun = (job: Workflow['jobs'][string] | undefined) => job?.steps.flatMap(({ run }) => run ?? []).at(-1)
  expect(lastRun(check)).toBe('npm run check')
  expect(lastRun(tests)).toBe('npm test -- --shard=${{ matrix.shard }}')
  expect(tests?.strategy?.matrix['shard']).toEqual(['1/3', '2/3', '3/3'])
  expect(lastRun(suite)).toBe('npm run test:${{ matrix.suite }}')
  expect(suite?.strategy?.matrix['suite']).toEqual(Object.keys(longRunningTestSuites))
})

test('each long-running test suite has an npm script and existing files', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [name, { browser = [], unit = [] }] of Object.entries(longRunningTestSuites)) {
    expect(scripts[`test:${name}`]).toBe(`npm test ${name}`)
    expect(browser.filter((file) => !existsSync(join(root, 'e2e/tests', file)))).toEqual([])
    const found = unit.map(
      (part) => globSync(part.endsWith('/') ? `${part}**` : `server/src/**/*${part}`, { cwd: root }).length,
    )
    expect(found.every((count) => count > 0)).toBe(true)
    expect([...browser, ...unit]).not.toEqual([])
  }
})

test.each(workflows)('%s has read-only permissions and pins its runner and actions', (path) => {
  const { permissions, jobs } = parse(read(path)) as Workflow
  expect(permissions).toEqual({ contents: 'read' })
  for (const job of Object.values(jobs)) {
    expect(job.permissions).toBeUndefined()
    expect(job['runs-on']).toMatch(/^ubuntu-\d\d\.\d\d$/)
    expect(job['timeout-minutes']).toBeGreaterThan(0)
    const used = job.steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((action) => !/@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/.test(action))).toEqual([])
  }
})

test('Dependabot updates npm packages and GitHub Actions', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] }
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
})

test('issues have forms, and vulnerabilities are reported elsewhere', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const { blank_issues_enabled, contact_links } = parse(read(`${folder}/config.yml`)) as {
    blank_issues_enabled: boolean
    contact_links: { name: string; url: string; about: string }[]
  }
  expect(blank_issues_enabled).toBe(false)
  expect(contact_links).toEqual([
    { name: 'A vulnerability', url: expect.stringMatching(/^https:/), about: expect.stringContaining('SECURITY.md') },
  ])
  for (const form of ['bug', 'idea']) {
    const { name, description, body } = parse(read(`${folder}/${form}.yml`)) as {
      name: string
      description: string
      body: { type: string; id?: string; attributes: { label?: string; value?: string } }[]
    }
    expect([name, description].every((text) => text.length > 0)).toBe(true)
    const asked = body.filter(({ type }) => type !== 'markdown')
    expect(asked.filter(({ id, attributes }) => id === undefined || attributes.label === undefined)).toEqual([])
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length)
  }
})

test('the changelog lists unreleased changes first, then releases from newest to oldest', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const [first, ...released] = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, head = '']) => head)
  expect(first).toBe('[Unreleased]')
  expect(released.filter((head) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(head))).toEqual([])
  const versions = released.map((head) => /\d+\.\d+\.\d+/.exec(head)?.[0] ?? '')
  const numeric = new Intl.Collator('en', { numeric: true })
  expect([version, ...versions].toSorted((a, b) => numeric.compare(b, a))[0]).toBe(version)
  expect(versions.toSorted((a, b) => numeric.compare(b, a))).toEqual(versions)
})

test('a pull request has a checklist, and a development container installs what the tests need', () => {
  expect(read('.github/pull_request_template.md')).toMatch(/npm run check.*npm test/)
  const { onCreateCommand, forwardPorts } = JSON.parse(read('.devcontainer/devcontainer.json')) as {
    onCreateCommand: string
    forwardPorts: number[]
  }
  for (const program of onCreateCommand.match(/[\w./-]+\.cjs|\.ci\/\w+/g) ?? ['none'])
    expect(existsSync(join(root, program)), program).toBe(true)
  expect(forwardPorts).toEqual([3000, 3001])
})
