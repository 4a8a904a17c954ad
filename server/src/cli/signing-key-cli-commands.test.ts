import { findFreePort } from '@countersign/testing/find-free-port'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ensureSigningKeys } from '../store/signing-keys/ensure-signing-keys.ts'
import { listSigningKeys } from '../store/signing-keys/token-signing-key-store.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { runMigrations } from '../platform/database/run-migrations.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { readOrCreateServerMasterKey } from '../platform/read-or-create-server-master-key.ts'
import { serverStartScriptSource } from '../testing/start-test-server-process.ts'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import { createTestSigningKeyContext } from '../testing/signing-key-context-fixtures.ts'

// The time is relative to the system clock, which the commands use.
const made = Date.now() - 3_600_000

interface Ended {
  exitCode: number | null
  output: string
}

async function run(folder: string, words: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const { code, out, error } = await runCliCommandForTests(words, { folder, environment: settings })
  return { exitCode: code, output: out + error }
}

/** Starts a server process, stops it when it is ready, and waits for it to exit. */
function start(folder: string, settings: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', serverStartScriptSource], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      const wasReady = output.includes('"ready"')
      output += String(chunk)
      // The signal is sent only once, because a second one could kill the exiting process.
      if (!wasReady && output.includes('"ready"')) child.kill('SIGTERM')
    })
  }
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, output })))
}

/** Creates a database and a key file with an initial ES256 key. */
async function createInstallation(): Promise<{ folder: string; keyFile: string; readIds: () => Promise<string[]> }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'data', 'countersign.db')}`
  const keyFile = join(folder, 'data', 'countersign.key')
  const database = openDatabase(address)
  await runMigrations(database)
  await ensureSigningKeys(
    createTestSigningKeyContext(database, { serverKey: readOrCreateServerMasterKey(keyFile, systemRandomBytes) }),
    made,
  )
  await database.close()
  const readIds = async (): Promise<string[]> => {
    const opened = openDatabase(address, { readOnly: true })
    const keys = await listSigningKeys(opened.queries)
    await opened.close()
    return keys.map(({ id }) => id)
  }
  return { folder, keyFile, readIds }
}

describe('countersign keys', () => {
  test('list shows the state of each key, and rotate creates the next key for each algorithm', async () => {
    const { folder, readIds } = await createInstallation()
    const rotated = await run(folder, ['keys', 'rotate'])
    expect(rotated).toMatchObject({ exitCode: 0 })
    const [first, second, rsa] = await readIds()
    expect(rotated.output.replaceAll(/\d{4}-\S+Z/g, 'TIME')).toBe(
      `ES256 ${second} was created and signs from TIME.\nRS256 ${rsa} was created and signs from TIME.\n`,
    )

    const listed = await run(folder, ['keys', 'list'])
    expect(listed).toMatchObject({ exitCode: 0 })
    expect(listed.output.replaceAll(/\d{4}-\S+Z/g, 'TIME').replaceAll('\t', ' | ')).toBe(
      [
        `${first} | ES256 | current | TIME | TIME | TIME`,
        `${second} | ES256 | next | TIME | TIME | `,
        // Without a previous RS256 key, the new one signs immediately.
        `${rsa} | RS256 | current | TIME | TIME | `,
        '',
      ].join('\n'),
    )
    expect(listed.output).toContain(new Date(made).toISOString())
  })

  test('rotate reports a pending key, and --now creates another one immediately', async () => {
    const { folder, readIds } = await createInstallation()
    const rotateToJson = async (): Promise<string[]> => {
      const { output } = await run(folder, ['keys', 'rotate', '--json'])
      return (JSON.parse(output) as { keys: { outcome: string }[] }).keys.map(({ outcome }) => outcome)
    }
    expect(await rotateToJson()).toEqual(['made', 'made'])
    const again = await run(folder, ['keys', 'rotate'])
    const [, second] = await readIds()
    expect(again.output).toContain(`ES256 ${second} already exists and signs from `)
    expect(await rotateToJson()).toEqual(['waits', 'waits'])
    const now = await run(folder, ['keys', 'rotate', '--now'])
    const [, , third, , , sixth] = await readIds()
    expect(now.output.replaceAll(/\d{4}-\S+Z/g, 'TIME')).toBe(
      `ES256 ${third} was created and signs from TIME.\nRS256 ${sixth} was created and signs from TIME.\nPrograms that cache /jwks accept the retired keys, and refuse the new ones, for up to 300 seconds. Restart programs that cannot wait that long.\n`,
    )
    const lines = (await run(folder, ['keys', 'list'])).output.trim().split('\n')
    expect(lines.map((line) => line.split('\t').slice(1, 3).join(' '))).toEqual([
      'ES256 gone',
      'ES256 gone',
      'ES256 current',
      // The first rotation created an active RS256 key, and the second a pending one.
      'RS256 gone',
      'RS256 gone',
      'RS256 current',
    ])
    expect((await run(folder, ['audit', 'verify'])).exitCode).toBe(0)
  })

  test('reject unknown arguments and a missing key file, without creating the file', async () => {
    const { folder, keyFile } = await createInstallation()
    for (const words of [
      ['keys', 'rotate', 'now'],
      ['keys', 'rotate', '--key-file-lost'],
      ['keys', 'list', '--all'],
    ]) {
      expect((await run(folder, words)).exitCode).toBe(2)
    }
    rmSync(keyFile)
    const { exitCode, output } = await run(folder, ['keys', 'rotate'])
    expect(exitCode).toBe(2)
    expect(output).toContain('COUNTERSIGN_KEY_FILE: the file "./data/countersign.key" does not exist')
    expect(existsSync(keyFile)).toBe(false)
  })

  test('are described in the help, including --now', async () => {
    const keys = await run(tmpdir(), ['help', 'keys'])
    expect(keys.output).toMatch(/list \[options\] +Lists signing keys and their status/)
    expect(keys.output).toMatch(/rotate \[options\] +Creates the next signing keys/)
    const rotate = await run(tmpdir(), ['keys', 'rotate', '--help'])
    expect(rotate.output.replaceAll(/\s+/g, ' ')).toMatch(/--now after a theft: .*every earlier token is rejected here/)
    expect(rotate.output).toContain('--key-file-lost')
  })
})

describe('server startup', () => {
  test('creates the server key file and the first signing keys', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const started = await start(folder, { COUNTERSIGN_PORT: String(await findFreePort()) })
    expect(started).toMatchObject({ exitCode: 0 })
    expect(statSync(join(folder, 'data', 'countersign.key')).mode & 0o777).toBe(0o600)
    expect((await run(folder, ['keys', 'list'])).output.match(/(ES|RS)256\tcurrent/g)).toHaveLength(2)
  })

  test('exits with 8 if the key file is missing, and works after keys rotate --key-file-lost', async () => {
    const { folder, keyFile } = await createInstallation()
    rmSync(keyFile)
    const refused = await start(folder, { COUNTERSIGN_PORT: String(await findFreePort()) })
    expect(refused.exitCode).toBe(8)
    expect(refused.output).toContain(
      'COUNTERSIGN_KEY_FILE: "./data/countersign.key" does not exist, and the signing keys in the database',
    )
    expect(existsSync(keyFile)).toBe(false)
    expect((await run(folder, ['keys', 'rotate', '--now', '--key-file-lost'])).exitCode).toBe(0)
    expect((await start(folder, { COUNTERSIGN_PORT: String(await findFreePort()) })).exitCode).toBe(0)
  })

  test('exits with 8 if the key file belongs to another database, and works after --key-file-lost', async () => {
    const { folder, keyFile, readIds } = await createInstallation()
    const before = await readIds()
    const other = join(folder, 'other.key')
    writeFileSync(other, `${Buffer.alloc(32, 9).toString('base64url')}\n`, { mode: 0o600 })
    const settings = { COUNTERSIGN_KEY_FILE: other, COUNTERSIGN_PORT: String(await findFreePort()) }
    const refused = await start(folder, settings)
    expect(refused.exitCode).toBe(8)
    expect(refused.output).toMatch(
      /COUNTERSIGN_KEY_FILE: the file cannot decrypt the signing keys in this database\. Restore the file/,
    )
    expect(refused.output).not.toMatch(/^\s+at /m)
    expect(await readIds()).toEqual(before)

    expect((await run(folder, ['keys', 'rotate', '--now'], settings)).exitCode).toBe(8)
    expect((await run(folder, ['keys', 'rotate', '--now', '--key-file-lost'], settings)).exitCode).toBe(0)
    expect(await start(folder, settings)).toMatchObject({ exitCode: 0 })
    expect(existsSync(keyFile)).toBe(true)
  })

  test.skipIf(process.platform === 'win32')(
    'P9: exits with 8 if others can read the key file, and prints the command to fix it',
    async () => {
      const { folder, keyFile } = await createInstallation()
      chmodSync(keyFile, 0o644)
      const { exitCode, output } = await start(folder)
      expect(exitCode).toBe(8)
      expect(output).toContain(
        'COUNTERSIGN_KEY_FILE: the file "./data/countersign.key" can be read by other users of this machine; run: chmod 600 "./data/countersign.key".',
      )
    },
  )
})
