// deploy/countersign.service means what it should, and systemd reads it where there is one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import { startupErrorExitCodes } from '../../server/src/platform/server-startup-error.ts'
import { readFileInDeployFolder } from './container-image-config-fixtures.ts'

const text = readFileInDeployFolder('countersign.service')
const lines = text.split('\n').filter((line) => line.includes('=') && !line.startsWith('#'))
const allOf = (name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))

const environment = Object.fromEntries(allOf('Environment').map((line) => line.split('=') as [string, string]))

test('the server accepts its settings, keeps to its folder, and reads what systemd hands over', () => {
  const { settings } = parseServerSettings(environment, { origin: 'https://sign-in.example' })
  expect(settings.spentChallengesFile).toBe('/var/lib/countersign/spent')
  expect(allOf('StateDirectory')).toEqual(['countersign'])
  expect(allOf('WorkingDirectory')).toEqual(['/var/lib/countersign'])
  const credentials = allOf('LoadCredential').map((line) => line.split(':') as [string, string])
  for (const [name, path] of credentials) expect(path).toBe(`/etc/countersign/${name}`)
  expect([environment['COUNTERSIGN_SETTINGS_FILE'], settings.keyFile]).toEqual(
    credentials.map(([name]) => `%d/${name}`),
  )
  expect(Number(allOf('TimeoutStopSec')[0])).toBeGreaterThan(settings.limits.shutdownTimeoutSeconds)
})

test('it is not started again where that cannot help', () => {
  const hopeless = [
    'database.newer',
    'database.damaged',
    'data.forbidden',
    'disk.full',
    'key.unusable',
    'database.replaced',
  ] as const
  const codes = [2, ...hopeless.map((kind) => startupErrorExitCodes[kind].code)]
  expect(allOf('RestartPreventExitStatus')).toEqual([codes.join(' ')])
  expect(allOf('Restart')).toEqual(['on-failure'])
})

test.each([
  ['User', 'countersign'],
  ['NoNewPrivileges', 'yes'],
  ['CapabilityBoundingSet', ''],
  ['ProtectSystem', 'strict'],
  ['ProtectHome', 'yes'],
  ['PrivateTmp', 'yes'],
  ['StateDirectoryMode', '0700'],
  ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
])('%s=%s', (name, value) => expect(allOf(name)).toEqual([value]))

test('of the calls of the kernel it has those of a service, and none that are for administrators', () => {
  expect(allOf('SystemCallFilter')).toEqual(['@system-service', '~@privileged @resources'])
})

const analyze = '/usr/bin/systemd-analyze'

// The reason is in the title, because a list of tests shows nothing else of one that was skipped.
test.skipIf(!existsSync(analyze))(
  `systemd understands every line (${existsSync(analyze) ? 'as it is here' : 'skipped: it is not here'})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-service-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'countersign.service')
    // It looks whether the program is there.
    writeFileSync(file, text.replace('/opt/countersign/node_modules/.bin/node', '/bin/true'))
    const verified = spawnSync(analyze, ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.stderr, verified.status]).toEqual(['', 0])
    // Tenths of its measure of exposure, from 0 to 100; a service without any of these lines has 96.
    const exposed = spawnSync(analyze, ['security', '--offline=true', '--threshold=15', file], { encoding: 'utf8' })
    expect(exposed.status, exposed.stdout).toBe(0)
  },
)
