// Tests the container image as operators run it (THREATS N22): read-only, with a user unknown to
// the image and one writable folder.
import { expect, test } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import {
  canRunContainerImages,
  stopAllContainers,
  createDataVolume,
  startServerContainer,
  unpackContainerImage,
  containerUserId,
  waitUntilContainerReady,
} from '../src/run-container-image.ts'
import type { UnpackedContainerImage } from '../src/run-container-image.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { expectAccountPage, openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

let image: UnpackedContainerImage
let volume: string

test.describe(
  canRunContainerImages ? 'The container image' : 'skipped: needs root, and mmdebstrap and umoci of Debian',
  () => {
    test.skip(!canRunContainerImages)
    test.beforeAll(async () => {
      image = await unpackContainerImage()
    })
    test.afterAll(() => image?.remove())
    test.beforeEach(() => {
      volume = createDataVolume()
    })
    test.afterEach(() => {
      stopAllContainers()
      rmSync(volume, { recursive: true, force: true })
    })

    test('signs in people, stops on request, and keeps sessions across a restart', async ({ browser }) => {
      const first = await startServerContainer(image, volume)
      await waitUntilContainerReady(first)
      const context = await browser.newContext({ baseURL: first.origin })
      const errors = collectBrowserContextErrors(context, first.origin)
      const page = await context.newPage()
      await openAccountWithFakeWallet(page, createEthereumTestKey(7302))
      const personId = await readPersonIdFromSession(context, first.origin)
      expect(personId).not.toBeNull()
      expect(await first.stop()).toBe(0)
      expect(first.log.at(-1)).toContain('stopped')

      const second = await startServerContainer(image, volume, {
        COUNTERSIGN_PORT: new URL(first.origin).port,
        COUNTERSIGN_ORIGIN: first.origin,
      })
      await waitUntilContainerReady({ ...second, origin: first.origin })
      await page.goto('/account')
      await expectAccountPage(page)
      expect(await readPersonIdFromSession(context, first.origin)).toBe(personId)
      expect(errors).toEqual([])
      await context.close()
      expect(await second.stop()).toBe(0)
      const kept = ['countersign.db', 'countersign.db-spent', 'countersign.key']
      expect(readdirSync(join(volume)).sort()).toEqual(kept)
    })

    test('N22: runs without root or capabilities, writes only to /data, and has a working health check', async () => {
      const container = await startServerContainer(image, volume)
      await waitUntilContainerReady(container)
      const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8')
      expect(status).toMatch(new RegExp(`^Uid:${`\t${containerUserId}`.repeat(4)}$`, 'm'))
      expect(status).toMatch(/^CapEff:\t0+$/m)
      // Container engines signal process 1, which is the server and the only process.
      expect(status).toMatch(/^NSpid:\t\d+\t1$/m)
      const processes = "fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length - 1"
      expect(container.run('/usr/local/bin/node', '-p', processes).trim()).toBe('1')

      const folders = ['/', '/app', '/app/server/dist', '/etc', '/tmp', '/usr/local/bin', '/var/lib/dpkg', '/data']
      const tries = `${JSON.stringify(folders)}.filter((folder) => {
      try { fs.writeFileSync(folder + '/written', ''); return true } catch { return false }
    }).join()`
      expect(container.run('/usr/local/bin/node', '-p', tries).trim()).toBe('/data')

      const [, program = '', ...parameters] = image.config.Healthcheck.Test
      expect(container.run(program, ...parameters)).toBe('live\n')
      // The guide's database backup works, and needs no other writable folder.
      expect(container.run('/usr/local/bin/countersign', 'backup', '/data/copy.db')).toContain('/data/copy.db')
      container.run('/usr/local/bin/node', '-e', "fs.rmSync('/data/copy.db')")
      expect(readdirSync(volume)).not.toContain('copy.db')
      expect(await container.stop()).toBe(0)
    })

    test('N22: reads its secrets from files and has none in its environment', async () => {
      const secrets = join(volume, 'secrets')
      mkdirSync(secrets, { mode: 0o755 })
      const key = randomBytes(32).toString('base64url')
      // As Kubernetes mounts secrets: owned by root, readable by the server's group.
      writeSecret(join(secrets, 'countersign.key'), key)
      writeSecret(join(secrets, 'settings.json'), JSON.stringify({ database: 'sqlite:/data/by-the-file.db' }))
      const container = await startServerContainer(image, volume, {
        COUNTERSIGN_SETTINGS_FILE: '/data/secrets/settings.json',
        COUNTERSIGN_KEY_FILE: '/data/secrets/countersign.key',
      })
      await waitUntilContainerReady(container)
      const environment = readFileSync(`/proc/${container.pid()}/environ`, 'utf8')
      expect(environment.split('\0').map((line) => line.split('=', 1)[0])).toEqual([
        'PATH',
        'COUNTERSIGN_HOST',
        'COUNTERSIGN_PORT',
        'COUNTERSIGN_ORIGIN',
        'COUNTERSIGN_SETTINGS_FILE',
        'COUNTERSIGN_KEY_FILE',
        '',
      ])
      expect(environment).not.toContain(key)
      expect(container.log.join('\n')).not.toContain(key)
      expect(await container.stop()).toBe(0)
      expect(readdirSync(volume)).toContain('by-the-file.db')
    })

    test('reports a missing origin and exits with 2', async () => {
      const { ended, log } = await startServerContainer(image, volume, {
        COUNTERSIGN_HOST: undefined,
        COUNTERSIGN_ORIGIN: undefined,
      })
      expect(await ended).toBe(2)
      expect(log.join('\n')).toContain(
        'COUNTERSIGN_ORIGIN is not set, although COUNTERSIGN_HOST (0.0.0.0) accepts connections from other machines',
      )
    })

    test('reports /data owned by another user and exits with 5', async () => {
      chownSync(volume, 65_532, 65_532)
      const { ended, log } = await startServerContainer(image, volume)
      expect(await ended).toBe(5)
      expect(log).toHaveLength(1)
      expect(log[0]).toContain(`belongs to user 65532, but the server runs as user ${containerUserId}`)
    })

    test('stops immediately on request while it waits for its database', async () => {
      const silent = createServer()
      const asked = new Promise<void>((resolve) => silent.once('connection', () => resolve()))
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const container = await startServerContainer(image, volume, {
        COUNTERSIGN_DATABASE: `postgres://nobody@127.0.0.1:${port}/nothing`,
      })
      expect(await Promise.race([asked, container.ended])).toBe(undefined)
      expect(await container.stop()).toBe(143)
      silent.close()
    })

    test('N22: contains only read-only files owned by root, without secrets or build paths', () => {
      const wrong: string[] = []
      const entries = readdirSync(image.root, { recursive: true, withFileTypes: true })
      for (const entry of entries) {
        const file = join(entry.parentPath, entry.name)
        const path = file.slice(image.root.length)
        const { mode, uid, gid, size } = lstatSync(file)
        const rights = [uid, gid, mode & 0o7777]
        if (path === '/data') expect(rights).toEqual([65_532, 65_532, 0o700])
        else if (path === '/tmp') expect(rights).toEqual([0, 0, 0o1777])
        else if (uid !== 0 || gid !== 0 || (!entry.isSymbolicLink() && (mode & 0o6022) !== 0))
          wrong.push(`${path}: rights`)
        if (secretNames.test(path) || (!path.includes('/node_modules/') && ourNames.test(path)))
          wrong.push(`${path}: name`)
        if (entry.isFile() && size < largestText && secrets.test(readFileSync(file, 'latin1')))
          wrong.push(`${path}: content`)
      }
      expect(wrong).toEqual([])
      expect(entries.length).toBeGreaterThan(500)
      expect(readdirSync(join(image.root, 'usr/bin'))).toEqual([])
    })
  },
)

/** Names of files that may contain secrets. */
const secretNames = /\/(\.npmrc|\.git|\.env|\.ssh|id_\w+|\.wh\..*|.*\.(key|pem|p12|db))$/
/** Our source and test files. */
const ourNames = /\.(test\.\w+|tsx?)$/
const largestText = 4_000_000
/** A private key, or the path of the checkout that built the image. */
const secrets = new RegExp(
  `-----BEGIN [A-Z ]*PRIVATE KEY-----\\s+[A-Za-z0-9+/=]{40}|${join(import.meta.dirname, '../..').replaceAll('.', '\\.')}/`,
)

function writeSecret(path: string, content: string): void {
  writeFileSync(path, content)
  chownSync(path, 0, containerUserId)
  chmodSync(path, 0o440)
}
