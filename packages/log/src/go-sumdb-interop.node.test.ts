// Tests interoperability with golang.org/x/mod/sumdb (Debian packages golang-go and
// golang-golang-x-mod-dev).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { verifyLogCheckpoint, signLogCheckpoint } from './transparency-log-checkpoint.ts'
import { createEd25519SigningKey } from './ed25519.ts'
import { hashMerkleLeaf } from './merkle-hash.ts'
import { createCheckpointCosigner, createSignedNoteSigner, createSignedNoteVerifier } from './signed-note-signers.ts'
import {
  formatSignedNoteSignerKey,
  formatSignedNoteVerifierKey,
  parseSignedNoteSignerKey,
  parseSignedNoteVerifierKey,
} from './signed-note-key-formats.ts'
import {
  assembleMerkleProof,
  flattenMerkleProofNodes,
  listConsistencyProofNodes,
  listInclusionProofNodes,
  listMerkleRootNodes,
} from './merkle-proofs.ts'
import { encodeLogTile, listLogTileNodes, formatLogTilePath, listNewLogTiles } from './transparency-log-tile.ts'
import { createTestLogEntry, encodeHex, createStoredMerkleTestTree } from './testing/merkle-test-trees.ts'

const goPath = '/usr/share/gocode'
// The title includes the reason, because a test report shows nothing else for a skipped test.
const hasGo = existsSync('/usr/bin/go') && existsSync(join(goPath, 'src/golang.org/x/mod/sumdb/tlog'))

const origin = 'log.example/countersign'
const key = createEd25519SigningKey(Uint8Array.from({ length: 32 }, (_, at) => at))
const witnessKey = createEd25519SigningKey(Uint8Array.from({ length: 32 }, (_, at) => 255 - at))

interface Written {
  readonly VerifierKey: string
  readonly SignerKey: string
  readonly Note: string
  readonly Inclusions: readonly string[][]
  readonly Consistency: readonly string[][]
}

describe.skipIf(!hasGo)(
  `golang.org/x/mod/sumdb interoperability${hasGo ? '' : ' (skipped: it is not installed)'}`,
  () => {
    let folder = ''
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'countersign-log-go-'))
      execFileSync('/usr/bin/go', ['build', '-o', join(folder, 'reader'), join(import.meta.dirname, '../go/main.go')], {
        env: { PATH: process.env.PATH, GOPATH: goPath, GO111MODULE: 'off', GOCACHE: join(folder, 'cache') },
      })
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    function writeLog(size: number): { path: string; inclusions: unknown[]; consistency: unknown[] } {
      const path = join(folder, String(size))
      const { readNodes } = createStoredMerkleTestTree(size)
      const proofOf = (plan: Parameters<typeof flattenMerkleProofNodes>[0]) =>
        assembleMerkleProof(plan, readNodes(flattenMerkleProofNodes(plan))).map(encodeBase64)
      const rootOfSize = (size: number) =>
        assembleMerkleProof(
          listMerkleRootNodes(size),
          readNodes(flattenMerkleProofNodes(listMerkleRootNodes(size))),
        )[0]!
      const write = (name: string, content: string | Uint8Array) => {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), content)
      }
      for (const tile of listNewLogTiles(0, size))
        write(formatLogTilePath(tile), encodeLogTile(readNodes(listLogTileNodes(tile))))
      write('verifier-key', formatSignedNoteVerifierKey({ name: origin, type: 'ed25519', publicKey: key.publicKey }))
      // The signatures include one of a type that the Go implementation does not know.
      const signers = [
        createSignedNoteSigner(origin, key),
        createCheckpointCosigner('witness.example', witnessKey, 1_679_315_147),
      ] as const
      write('checkpoint', signLogCheckpoint({ origin, size, root: rootOfSize(size), extensions: [] }, signers))
      const some = [0, 1, 2, 63, 127, 128, 254, 255, 256, 257, 511, 512, 600, 65_535, 65_536, size - 2, size - 1]
      const inclusions = [...new Set(some.filter((index) => index >= 0 && index < size))].map((index) => ({
        Index: index,
        Proof: proofOf(listInclusionProofNodes(index, size)),
      }))
      const consistency = [...new Set([...some, size])]
        .filter((oldSize) => oldSize >= 1 && oldSize <= size)
        .map((oldSize) => ({
          OldSize: oldSize,
          OldRoot: encodeBase64(rootOfSize(oldSize)),
          Proof: proofOf(listConsistencyProofNodes(oldSize, size)),
        }))
      const Entries = Array.from({ length: size }, (_, index) => new TextDecoder().decode(createTestLogEntry(index)))
      write('proofs.json', JSON.stringify({ Entries, Inclusions: inclusions, Consistency: consistency }))
      return { path, inclusions, consistency }
    }

    const read = (path: string): Written =>
      JSON.parse(execFileSync(join(folder, 'reader'), [path], { encoding: 'utf8', stdio: 'pipe' })) as Written

    // The sizes are near tile boundaries. A tree of 65,793 leaves has a full tile on level 1 and a
    // partial tile on every level.
    test.each([1, 2, 7, 70, 255, 256, 257, 700, 65_793])(
      'Go and our code accept checkpoints, tiles and proofs of a log of %d entries from each other',
      (size) => {
        const { path, inclusions, consistency } = writeLog(size)
        const written = read(path)
        // Go builds the same proofs from our tiles as we do.
        expect(written.Inclusions).toEqual(inclusions.map((claim) => (claim as { Proof: string[] }).Proof))
        expect(written.Consistency).toEqual(consistency.map((claim) => (claim as { Proof: string[] }).Proof))

        const verifierKey = parseSignedNoteVerifierKey(written.VerifierKey)
        expect(formatSignedNoteVerifierKey(verifierKey)).toBe(written.VerifierKey)
        const secret = parseSignedNoteSignerKey(written.SignerKey)
        expect(formatSignedNoteSignerKey(secret)).toBe(written.SignerKey)
        expect(encodeHex(createEd25519SigningKey(secret.seed).publicKey)).toBe(encodeHex(verifierKey.publicKey))
        const checkpoint = verifyLogCheckpoint(written.Note, { log: createSignedNoteVerifier(verifierKey) })
        expect(checkpoint).toMatchObject({ origin: 'go.example/log', size, cosignatures: [] })
        expect(
          signLogCheckpoint(checkpoint, [createSignedNoteSigner(secret.name, createEd25519SigningKey(secret.seed))]),
        ).toBe(written.Note)
      },
    )

    test('Go refuses a corrupted tile, checkpoint or proof', () => {
      const { path } = writeLog(300)
      const spoil = (name: string, change: (content: Buffer) => Uint8Array | string, why: RegExp) => {
        const whole = readFileSync(join(path, name))
        writeFileSync(join(path, name), change(Buffer.from(whole)))
        expect(() => read(path)).toThrow(why)
        writeFileSync(join(path, name), whole)
      }
      expect(() => read(path)).not.toThrow()
      spoil('tile/0/001.p/44', (tile) => tile.fill(0, 0, 32), /tile .* is another/)
      spoil('checkpoint', (note) => note.toString().replace('\n300\n', '\n299\n'), /invalid signature/)
      const other = encodeBase64(hashMerkleLeaf(decodeBase64('')!))
      spoil('proofs.json', (text) => text.toString().replace(/"Proof":\["[^"]*"/, `"Proof":["${other}"`), /invalid/)
    })
  },
)
