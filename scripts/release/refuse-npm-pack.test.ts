// Tests that `npm pack` and `npm publish` of a workspace are refused, because Node imports no
// TypeScript from node_modules.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as { workspaces?: string[]; scripts?: Record<string, string> }
const workspaces = read('package.json').workspaces ?? []

test.each(['packages/message', 'packages/proof'])('npm pack -w %s fails and names the release command', (workspace) => {
  const into = mkdtempSync(join(tmpdir(), 'countersign-refuse-pack-'))
  onTestFinished(() => rmSync(into, { recursive: true, force: true }))
  const { status, stderr } = spawnSync('npm', ['pack', '-w', workspace, '--pack-destination', into], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status).not.toBe(0)
  expect(stderr).toContain('npm run release')
  expect(readdirSync(into)).toEqual([])
})

test.each(['.', ...workspaces])('the package.json in %s refuses npm pack', (workspace) => {
  const prefix = workspace === '.' ? '' : '../'.repeat(workspace.split('/').length)
  expect(read(join(workspace, 'package.json')).scripts?.['prepack']).toBe(
    `node ${prefix}scripts/release/refuse-npm-pack.mjs`,
  )
})
