// Tests the message that the first script shows on a platform without the project's own Node, and
// that any Node can parse that script.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const path = join(import.meta.dirname, 'install-dependencies.cjs')
const { describeMissingNode } = createRequire(import.meta.url)(path) as {
  describeMissingNode: (platform: string, arch: string, version: string, hasOwnNode: boolean) => string | null
}

describe('the installation of dependencies', () => {
  test.each(['v8.17.0', 'v20.20.2', 'v23.11.1'])(
    'names the Node to install if none is pinned and Node %s is running',
    (version) => {
      expect(describeMissingNode('darwin', 'arm64', version, false)).toBe(
        `Countersign does not include Node for darwin-arm64, and the installed Node is ${version.slice(1)}: install Node 24 or newer, for example from https://nodejs.org, and run the command again.`,
      )
    },
  )

  test.each([
    ['the pinned Node runs', 'v20.20.2', true],
    ['the installed Node is new enough', 'v24.0.0', false],
    ['the installed Node is newer', 'v26.1.0', false],
  ])('continues if %s', (_, version, hasOwnNode) => {
    expect(describeMissingNode('darwin', 'arm64', version, hasOwnNode)).toBeNull()
  })

  test('uses only syntax that any Node can parse', () => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '')
    expect(code.match(/=>|`|\b(?:let|const|class|import|export|async|await)\b|\?\.|\?\?|\.\.\./g)).toBeNull()
  })
})
