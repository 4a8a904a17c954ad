// Tests that the setup commands in the guides produce values that the server accepts, and that the
// guides name the current version.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readServerMasterKey } from '../../server/src/platform/read-or-create-server-master-key.ts'
import { containerImageName, readContainerServerSettings } from './container-image-config-fixtures.ts'

const root = join(import.meta.dirname, '../..')
const read = (guide: string): string => readFileSync(join(root, 'docs/guides', guide), 'utf8')

function runShown(commands: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('sh', ['-euc', commands], { cwd: folder })
  return folder
}

test('the commands in containers.md create the secrets of the Compose file', () => {
  const [block = ''] = /^mkdir -p deploy\/secrets\n[^`]+/m.exec(read('containers.md')) ?? []
  const secrets = join(runShown(block), 'deploy/secrets')
  const password = readFileSync(join(secrets, 'postgres-password'), 'utf8')
  expect(password).toMatch(/^[\w-]{32}$/)
  const file = JSON.parse(readFileSync(join(secrets, 'settings.json'), 'utf8')) as object
  const { database } = readContainerServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, file)
  expect(database).toBe(`postgres://countersign:${password}@postgres:5432/countersign`)
  expect(readServerMasterKey(join(secrets, 'countersign.key'))).toHaveLength(32)
})

test('the command in install.md creates a valid server key', () => {
  const [line = ''] = /^\(umask 077; .*> \/etc\/countersign\/countersign\.key\)$/m.exec(read('install.md')) ?? []
  const folder = runShown(line.replace('/etc/countersign/', './'))
  expect(readServerMasterKey(join(folder, 'countersign.key'))).toHaveLength(32)
  chmodSync(join(folder, 'countersign.key'), 0o644)
  expect(() => readServerMasterKey(join(folder, 'countersign.key'))).toThrow('can be read by other users')
})

test('containers.md names the image of this version', () => {
  const named = new Set(
    [...read('containers.md').matchAll(/countersign[:-]\d+\.\d+\.\d+/g)].map(([name]) => name.replace('-', ':')),
  )
  expect([...named]).toEqual([containerImageName])
})
