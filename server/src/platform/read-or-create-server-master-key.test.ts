import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemRandomBytes } from './clock.ts'
import { readOrCreateServerMasterKey, readServerMasterKey } from './read-or-create-server-master-key.ts'
import { ServerSettingsError } from './parse-server-settings.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function faultOf(path: string): string {
  try {
    readOrCreateServerMasterKey(path, systemRandomBytes)
  } catch (error) {
    if (error instanceof ServerSettingsError) return error.errors.join('\n')
    throw error
  }
  return 'no fault'
}

const isRoot = process.getuid?.() === 0

describe('server master key', () => {
  test('is created with its folder on first start, readable only by the owner, and then reused', () => {
    const folder = join(createFolder(), 'new', 'data')
    const path = join(folder, 'countersign.key')
    expect(readServerMasterKey(path)).toBeNull()
    const key = readOrCreateServerMasterKey(path, systemRandomBytes)
    expect(key).toHaveLength(32)
    expect(readFileSync(path, 'utf8')).toBe(`${key.toString('base64url')}\n`)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readOrCreateServerMasterKey(path, systemRandomBytes)).toEqual(key)
    expect(readServerMasterKey(path)).toEqual(key)
    expect(readdirSync(folder)).toEqual(['countersign.key'])
  })

  test('is different for each installation', () => {
    const keys = [1, 2].map(() =>
      readOrCreateServerMasterKey(join(createFolder(), 'countersign.key'), systemRandomBytes).toString('hex'),
    )
    expect(new Set(keys).size).toBe(2)
  })

  test('is the same for processes that start at the same time', async () => {
    const path = join(createFolder(), 'countersign.key')
    const program = `
      import { readOrCreateServerMasterKey } from ${JSON.stringify(join(import.meta.dirname, 'read-or-create-server-master-key.ts'))}
      import { systemRandomBytes } from ${JSON.stringify(join(import.meta.dirname, 'clock.ts'))}
      process.stdin.once('data', () => {
        console.log(readOrCreateServerMasterKey(${JSON.stringify(path)}, systemRandomBytes).toString('hex'))
        process.exit(0)
      })
      console.log('ready')`
    const starts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
        let output = ''
        const ended = new Promise<string>((resolve) => child.once('close', () => resolve(output)))
        await new Promise<void>((resolve) => {
          child.stdout.on('data', (chunk) => {
            output += String(chunk)
            resolve()
          })
        })
        return { child, ended }
      }),
    )
    for (const { child } of starts) child.stdin.write('go\n')
    const outputs = await Promise.all(starts.map(({ ended }) => ended))
    expect(new Set(outputs)).toEqual(new Set([`ready\n${readServerMasterKey(path)?.toString('hex')}\n`]))
    expect(readdirSync(join(path, '..'))).toEqual(['countersign.key'])
  })

  test('is discarded if another process creates the file first', () => {
    const path = join(createFolder(), 'countersign.key')
    const other = systemRandomBytes(32)
    const slow = (bytes: number): Uint8Array => {
      if (bytes === 32) writeFileSync(path, Buffer.from(other).toString('base64url'), { mode: 0o600 })
      return systemRandomBytes(bytes)
    }
    expect(readOrCreateServerMasterKey(path, slow)).toEqual(Buffer.from(other))
  })

  test.each([
    ['nothing', ''],
    ['half a key', 'A'.repeat(20)],
    ['a longer key', 'A'.repeat(44)],
    ['invalid characters', `${'A'.repeat(42)}!`],
    ['a non-canonical last character', `${'A'.repeat(42)}B`],
    ['a PEM header', '-----BEGIN PRIVATE KEY-----\n'],
  ])('is refused if the file contains %s, which is left unchanged', (_, content) => {
    const path = join(createFolder(), 'countersign.key')
    writeFileSync(path, content, { mode: 0o600 })
    expect(faultOf(path)).toBe(
      `COUNTERSIGN_KEY_FILE: the file ${JSON.stringify(path)} does not contain a key, which has 43 characters (A-Z a-z 0-9 - _); restore it from a backup, or specify another file.`,
    )
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  test.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o644, 0o620, 0o601])(
    'P9: is refused while other users can read or write it: mode %o',
    (mode) => {
      const path = join(createFolder(), 'countersign.key')
      const key = readOrCreateServerMasterKey(path, systemRandomBytes)
      chmodSync(path, mode)
      expect(faultOf(path)).toBe(
        `COUNTERSIGN_KEY_FILE: the file ${JSON.stringify(path)} can be read by other users of this machine; run: chmod 600 ${JSON.stringify(path)}.`,
      )
      chmodSync(path, 0o600)
      expect(readOrCreateServerMasterKey(path, systemRandomBytes)).toEqual(key)
      chmodSync(path, 0o400)
      expect(readOrCreateServerMasterKey(path, systemRandomBytes)).toEqual(key)
    },
  )

  test.skipIf(!isRoot)('may be group-readable if root owns it and the server runs as another user', () => {
    const path = join(createFolder(), 'countersign.key')
    const key = readOrCreateServerMasterKey(path, systemRandomBytes)
    chmodSync(path, 0o440)
    expect(faultOf(path)).toContain('can be read by other users')
    const service = vi.spyOn(process, 'getuid').mockReturnValue(65_532)
    onTestFinished(() => service.mockRestore())
    expect(readServerMasterKey(path)).toEqual(key)
    for (const mode of [0o444, 0o460, 0o450]) {
      chmodSync(path, mode)
      expect(faultOf(path)).toContain('can be read by other users')
    }
  })

  test('is refused if its path is a folder or inside a file', () => {
    const folder = createFolder()
    mkdirSync(join(folder, 'countersign.key'))
    expect(faultOf(join(folder, 'countersign.key'))).toContain('is not a file')
    writeFileSync(join(folder, 'file'), '')
    expect(faultOf(join(folder, 'file', 'countersign.key'))).toMatch(
      /^COUNTERSIGN_KEY_FILE: the file ".*" cannot be read \(ENOTDIR\)/,
    )
    // With this name, there is no room for the suffix of the temporary file.
    expect(faultOf(join(folder, 'k'.repeat(250)))).toMatch(/^COUNTERSIGN_KEY_FILE: the file ".*" cannot be created \(/)
  })

  test.skipIf(isRoot || process.platform === 'win32')('is refused if the file cannot be read', () => {
    const path = join(createFolder(), 'countersign.key')
    readOrCreateServerMasterKey(path, systemRandomBytes)
    chmodSync(path, 0o000)
    expect(faultOf(path)).toMatch(/cannot be read \(EACCES\)/)
  })

  test('is not created by reading it', () => {
    const path = join(createFolder(), 'countersign.key')
    expect(readServerMasterKey(path)).toBeNull()
    expect(existsSync(path)).toBe(false)
  })
})
