// What stands around the code keeps to its form: continuous integration that can do no more than it must, updates of all that is brought
// along, forms for issues, and a changelog in which a release finds its version.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<
    string,
    { 'runs-on': string; 'timeout-minutes': number; permissions?: unknown; steps: { uses?: string; run?: string }[] }
  >
}

const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('there is a workflow that runs what runs everywhere', () => {
  const runs = workflows.flatMap((path) =>
    Object.values((parse(read(path)) as Workflow).jobs).flatMap(({ steps }) => steps.map(({ run }) => run)),
  )
  expect(runs).toContain('.ci/run')
})

test.each(workflows)('%s reads and no more, on a machine and with actions of an exact version', (path) => {
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

test('whatever is brought along is kept up to date', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] }
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
})

test('issues have forms, and a vulnerability goes elsewhere', () => {
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

test('the changelog tells first what is not released yet, and then of each release, the newest first', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const [first, ...released] = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, head = '']) => head)
  expect(first).toBe('[Unreleased]')
  expect(released.filter((head) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(head))).toEqual([])
  const versions = released.map((head) => /\d+\.\d+\.\d+/.exec(head)?.[0] ?? '')
  const numeric = new Intl.Collator('en', { numeric: true })
  expect([version, ...versions].toSorted((a, b) => numeric.compare(b, a))[0]).toBe(version)
  expect(versions.toSorted((a, b) => numeric.compare(b, a))).toEqual(versions)
})
