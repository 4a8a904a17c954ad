// Tests the transparency log with nothing but the C2SP formats, and with Go's implementation.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeBase64 } from '@countersign/log/base64'
import { verifyLogCheckpoint } from '@countersign/log/transparency-log-checkpoint'
import { decodeLogEntryBundle } from '@countersign/log/transparency-log-entry-bundle'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'
import { createSignedNoteVerifier } from '@countersign/log/signed-note-signers'
import { listNewLogEntryBundles, formatLogTilePath, listNewLogTiles } from '@countersign/log/transparency-log-tile'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  proveMerkleConsistency,
  proveMerkleInclusion,
  readMerkleTreeRoot,
  readMerkleTreeHead,
} from '../../audit-log/read-audit-log-merkle-tree.ts'
import { listAuditLogSigningKeys } from '../../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { bulkInsertSequencedTestAuditEntries } from '../../testing/bulk-insert-sequenced-test-audit-entries.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

const goPath = '/usr/share/gocode'
// The test title shows this, because reporters do not show why a test was skipped.
const hasGo = existsSync('/usr/bin/go') && existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/tlog'))

describe('transparency log over HTTP', () => {
  async function start(lines: number) {
    const app = await createTestServer()
    const { queries } = app.database
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const { secret } = (
      await browser.send('POST', '/api/admin/api-tokens', { name: 'Read', permissions: ['activity.read'], days: 1 })
    ).json<{ secret: string }>()
    await bulkInsertSequencedTestAuditEntries(await sequenceAllAuditEntries(queries), lines)
    await app.signCheckpoint()
    const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const get = (path: string) =>
      fetch(`${origin}/api/admin/log/${path}`, { headers: { authorization: `Bearer ${secret}` } })
    const [key] = await listAuditLogSigningKeys(queries)
    return { app, queries, get, verifierKey: key?.verifier_key ?? '' }
  }

  test('serves a signed checkpoint and tiles with the standard content types', async () => {
    const { app, get, verifierKey } = await start(300)
    expect(verifierKey).toMatch(/^[a-z0-9.:-]+\/activity\+/)
    const answer = await get('checkpoint')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { size } = verifyLogCheckpoint(await answer.text(), {
      log: createSignedNoteVerifier(parseSignedNoteVerifierKey(verifierKey)),
    })
    expect(size).toBeGreaterThan(300)
    const tile = await get('tile/0/000')
    expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    expect(tile.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await tile.arrayBuffer()).byteLength).toBe(256 * 32)
    const entries = decodeLogEntryBundle(await (await get('tile/entries/000')).bytes(), 256)
    expect(entries.map((entry) => entry.length)).toEqual(Array.from({ length: 256 }, () => 64))
    for (const path of [
      'tile/0/001',
      'tile/0/0',
      'tile/9/000.p/1',
      'tile/0/000.p/256',
      'tile/entries/x999/999',
      'tile/',
    ])
      expect((await get(path)).status, path).toBe(404)
    expect((await app.http.inject({ method: 'GET', url: '/api/admin/log/checkpoint' })).statusCode).toBe(401)
  })

  test.skipIf(!hasGo).each([3, 700])(
    `with %d or more entries is read by golang.org/x/mod/sumdb${hasGo ? '' : ' (skipped: it is not installed)'}`,
    async (lines) => {
      const { queries, get, verifierKey } = await start(lines)
      const folder = mkdtempSync(join(tmpdir(), 'countersign-go-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const write = (name: string, content: string | Uint8Array) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), content)
      }
      const note = await (await get('checkpoint')).text()
      write('checkpoint', note)
      write('verifier-key', verifierKey)
      const { size } = verifyLogCheckpoint(note, {
        log: createSignedNoteVerifier(parseSignedNoteVerifierKey(verifierKey)),
      })
      for (const path of listNewLogTiles(0, size).map(formatLogTilePath)) write(path, await (await get(path)).bytes())
      const Entries: string[] = []
      for (const bundle of listNewLogEntryBundles(0, size))
        for (const entry of decodeLogEntryBundle(await (await get(formatLogTilePath(bundle))).bytes(), bundle.width))
          Entries.push(new TextDecoder().decode(entry))
      const tree = await readMerkleTreeHead(queries)
      const Inclusions = await Promise.all(
        [0, 1, Math.floor(size / 2), size - 1].map(async (Index) => ({
          Index,
          Proof: (await proveMerkleInclusion(queries, tree, { sequence: tree.base + Index, size })).map(encodeBase64),
        })),
      )
      const Consistency = await Promise.all(
        [1, Math.ceil(size / 3), size - 1, size].map(async (OldSize) => ({
          OldSize,
          OldRoot: encodeBase64(await readMerkleTreeRoot(queries, tree, OldSize)),
          Proof: (await proveMerkleConsistency(queries, tree, { oldSize: OldSize, size })).map(encodeBase64),
        })),
      )
      write('proofs.json', JSON.stringify({ Entries, Inclusions, Consistency }))
      const made = execFileSync(
        '/usr/bin/go',
        ['run', join(import.meta.dirname, '../../../../packages/log/go/main.go'), folder],
        {
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            GOPATH: goPath,
            GO111MODULE: 'off',
            GOCACHE: join(tmpdir(), 'countersign-go-cache'),
          },
        },
      )
      const read = JSON.parse(made) as { Inclusions: string[][]; Consistency: string[][] }
      expect(read.Inclusions).toEqual(Inclusions.map(({ Proof }) => Proof))
      expect(read.Consistency).toEqual(Consistency.map(({ Proof }) => Proof))
    },
    120_000,
  )
})
