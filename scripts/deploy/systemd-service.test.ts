// Tests deploy/countersign.service, and verifies it with systemd if that is installed.
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

test('the systemd service has valid settings, its state folder and its credentials', () => {
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

test('the systemd service does not restart after errors that a restart cannot fix', () => {
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
])('the systemd service sets %s=%s', (name, value) => expect(allOf(name)).toEqual([value]))

test('the systemd service allows only unprivileged system calls', () => {
  expect(allOf('SystemCallFilter')).toEqual(['@system-service', '~@privileged @resources'])
})

const analyze = '/usr/bin/systemd-analyze'

test.skipIf(!existsSync(analyze))(
  `systemd accepts the service (${existsSync(analyze) ? 'installed' : 'skipped: it is not installed'})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-service-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'countersign.service')
    // systemd checks that the program exists.
    writeFileSync(file, text.replace('/opt/countersign/node_modules/.bin/node', '/bin/true'))
    const verified = spawnSync(analyze, ['verify', '--man=no', file], { encoding: 'utf8' })
    expect([verified.stderr, verified.status]).toEqual(['', 0])
    // The threshold is on systemd's exposure scale from 0 to 100; a service without hardening
    // scores 96.
    const exposed = spawnSync(analyze, ['security', '--offline=true', '--threshold=15', file], { encoding: 'utf8' })
    expect(exposed.status, exposed.stdout).toBe(0)
  },
)
