import { expect, test } from '@playwright/test'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oidcConformanceModules, renderOidcConformancePage } from '../src/oidc-conformance-module-coverage.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('each of the 90 modules of the conformance plans has an existing test or a reason', () => {
  const counts = [...Map.groupBy(oidcConformanceModules, ({ plan }) => plan).values()].map((modules) => modules.length)
  expect(counts).toEqual([38, 38, 1, 11, 2])
  for (const { module, evidence } of oidcConformanceModules) {
    if ('because' in evidence) expect(evidence.because.length, module).toBeGreaterThan(20)
    else
      expect(read(evidence.file), `the test of ${module} in ${evidence.file}`).toContain(
        `test('${evidence.title.replaceAll("'", String.raw`\'`)}'`,
      )
  }
})

test('each conformance test is listed as evidence for a module', () => {
  const named = new Set(
    oidcConformanceModules.flatMap(({ evidence }) => ('because' in evidence ? [] : [evidence.title])),
  )
  const files = globSync('server/src/oidc/provider/conformance/openid-*.test.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(1)
  for (const file of files)
    for (const [, title = ''] of read(file).matchAll(/^ *test\('(.+?)',/gm))
      expect([file, title, named.has(title)]).toEqual([file, title, true])
})

test('the OpenID conformance page in the documentation is up to date', () => {
  expect(read('docs/reference/openid-conformance.md')).toBe(renderOidcConformancePage())
})
