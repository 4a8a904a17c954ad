// Tests the requests, responses and rules of witnesses, including the example in C2SP tlog-witness.
import { expect, test } from 'vitest'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  computeMerkleRoot,
} from './merkle-compact-range.ts'
import { verifyLogCheckpoint, signLogCheckpoint } from './transparency-log-checkpoint.ts'
import { createEd25519SigningKey } from './ed25519.ts'
import { computeEmptyMerkleRoot } from './merkle-hash.ts'
import { createCheckpointCosigner, createSignedNoteSigner, createSignedNoteVerifier } from './signed-note-signers.ts'
import { addSignedNoteSignatures, createSignedNoteSignatures } from './signed-note.ts'
import { assembleMerkleProof, flattenMerkleProofNodes, listConsistencyProofNodes } from './merkle-proofs.ts'
import { createTestLeafHashes, createMerkleTestNodeReader } from './testing/merkle-test-trees.ts'
import {
  formatAddCheckpointRequest,
  formatAddCheckpointResponse,
  parseAddCheckpointRequest,
  parseAddCheckpointResponse,
} from './transparency-log-witness-protocol.ts'
import type { AddCheckpointResult } from './transparency-log-witness-protocol.ts'
import { evaluateAddCheckpointRequest } from './evaluate-add-checkpoint-request.ts'

const refused = (code: string) => expect.objectContaining({ name: 'TransparencyLogError', code })

// From C2SP tlog-witness.
const published = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`

test('parses and formats the published witness request byte for byte', () => {
  const request = parseAddCheckpointRequest(published)
  expect(request.oldSize).toBe(20852014)
  expect(request.proof).toHaveLength(4)
  expect(request.checkpoint.startsWith('example.com/behind-the-sofa\n')).toBe(true)
  expect(formatAddCheckpointRequest(request)).toBe(published)
})

const hash = 'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw='
test.each([
  '',
  'old 0',
  'old 0\n',
  'old 0\ncheckpoint\n',
  'old\n\ncheckpoint\n',
  'old  0\n\ncheckpoint\n',
  'old 00\n\ncheckpoint\n',
  'old -1\n\ncheckpoint\n',
  'new 0\n\ncheckpoint\n',
  'old 0 \n\ncheckpoint\n',
  `old 0\r\n${hash}\r\n\r\ncheckpoint\n`,
  `old 5\n${hash} \n\ncheckpoint\n`,
  `old 5\n${hash.slice(0, -1)}\n\ncheckpoint\n`,
  'old 5\nAAAA\n\ncheckpoint\n',
  `old 5\n${`${hash}\n`.repeat(64)}\ncheckpoint\n`,
  `old 0\n\n${'a'.repeat(1_100_000)}`,
])('refuses the witness request %.40j…', (body) => {
  expect(() => parseAddCheckpointRequest(body)).toThrow(refused('witness.malformed'))
})

test('accepts at most 63 proof hashes in a witness request', () => {
  expect(parseAddCheckpointRequest(`old 5\n${`${hash}\n`.repeat(63)}\ncheckpoint\n`).proof).toHaveLength(63)
  const proof = Array.from({ length: 64 }, () => new Uint8Array(32))
  expect(() => formatAddCheckpointRequest({ oldSize: 1, proof, checkpoint: 'c\n' })).toThrow(
    refused('witness.malformed'),
  )
  expect(() => formatAddCheckpointRequest({ oldSize: -1, proof: [], checkpoint: 'c\n' })).toThrow(
    refused('witness.malformed'),
  )
})

const signature = { name: 'w.example', keyId: 7, signature: new Uint8Array(72).fill(3) }
test.each<[answer: AddCheckpointResult, status: number]>([
  [{ kind: 'cosigned', signatures: [signature, { ...signature, name: 'w2.example' }] }, 200],
  [{ kind: 'other_size', size: 0 }, 409],
  [{ kind: 'other_size', size: 20852014 }, 409],
  [{ kind: 'other_root' }, 409],
  [{ kind: 'inconsistent' }, 422],
  [{ kind: 'unknown_key' }, 403],
  [{ kind: 'unknown_log' }, 404],
  [{ kind: 'malformed_request' }, 400],
])('formats and parses the witness response %j (%d)', (answer, status) => {
  const response = formatAddCheckpointResponse(answer)
  expect(response.status).toBe(status)
  expect(parseAddCheckpointResponse(response)).toEqual(answer)
})

test('reads a size from a 409 response only if the content type is tlog.size', () => {
  const conflict = { status: 409, body: '12\n' }
  expect(parseAddCheckpointResponse({ ...conflict, contentType: 'Text/X.tlog.size; charset=utf-8' })).toEqual({
    kind: 'other_size',
    size: 12,
  })
  for (const contentType of [null, 'text/plain'])
    expect(parseAddCheckpointResponse({ ...conflict, contentType })).toEqual({ kind: 'other_root' })
  for (const body of ['', '12', '012\n', '-1\n', '12\n\n', '12 \n'])
    expect(() => parseAddCheckpointResponse({ status: 409, contentType: 'text/x.tlog.size', body })).toThrow(
      refused('witness.malformed'),
    )
})

test('ignores witness responses with another status, and refuses malformed cosignatures', () => {
  for (const status of [0, 201, 204, 301, 401, 429, 500, 503])
    expect(parseAddCheckpointResponse({ status, contentType: null, body: '' })).toBeUndefined()
  for (const body of ['', 'ok\n', '— w.example AAAAAAA='])
    expect(() => parseAddCheckpointResponse({ status: 200, contentType: null, body })).toThrow(
      refused('note.malformed'),
    )
})

const origin = 'log.example'
const key = createEd25519SigningKey(new Uint8Array(32).fill(1))
const strangersKey = createEd25519SigningKey(new Uint8Array(32).fill(2))
const witnessKey = createEd25519SigningKey(new Uint8Array(32).fill(3))
const log = createSignedNoteVerifier({ name: origin, type: 'ed25519', publicKey: key.publicKey })
const leaves = createTestLeafHashes(20)
const rootAt = (size: number) =>
  computeMerkleRoot(appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), leaves.slice(0, size)))
const proofAt = (oldSize: number, size: number) => {
  const plan = listConsistencyProofNodes(oldSize, size)
  return assembleMerkleProof(plan, createMerkleTestNodeReader(leaves)(flattenMerkleProofNodes(plan)))
}
const checkpointAt = (
  size: number,
  { signer = createSignedNoteSigner(origin, key), root = rootAt(size), name = origin } = {},
) => signLogCheckpoint({ origin: name, size, root, extensions: [] }, [{ ...signer, name }])
const decide = (body: string, latest: number | undefined) =>
  evaluateAddCheckpointRequest(body, (asked) =>
    asked === origin
      ? { log, latest: latest === undefined ? undefined : { size: latest, root: rootAt(latest) } }
      : undefined,
  )
const request = (oldSize: number, size: number, checkpoint = checkpointAt(size), proof = proofAt(oldSize, size)) =>
  formatAddCheckpointRequest({ oldSize, proof, checkpoint })

test('a witness cosigns each consistent checkpoint, and the log adds the cosignature', () => {
  for (let size = 0; size <= 20; size += 1)
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const { checkpoint } = decide(request(oldSize, size), oldSize)
      expect(checkpoint).toMatchObject({ origin, size, root: rootAt(size) })
    }
  const { checkpoint } = decide(request(0, 5), undefined)
  const answer = formatAddCheckpointResponse({
    kind: 'cosigned',
    signatures: createSignedNoteSignatures(checkpoint!.text, [createCheckpointCosigner('w.example', witnessKey, 60)]),
  })
  const read = parseAddCheckpointResponse(answer)
  const note = addSignedNoteSignatures(checkpointAt(5), read?.kind === 'cosigned' ? read.signatures : [])
  const witness = createSignedNoteVerifier({ name: 'w.example', type: 'cosignature', publicKey: witnessKey.publicKey })
  expect(verifyLogCheckpoint(note, { log, witnesses: [witness] }).cosignatures).toHaveLength(1)
})

test.each<[what: string, refusal: AddCheckpointResult, body: string, latest: number | undefined]>([
  ['a malformed request', { kind: 'malformed_request' }, 'old 0\n', 5],
  ['a request without a signed note', { kind: 'malformed_request' }, 'old 5\n\nlog.example\n', 5],
  ['a malformed checkpoint', { kind: 'malformed_request' }, request(0, 0).replace('\n0\n', '\n00\n'), undefined],
  ['an unknown log', { kind: 'unknown_log' }, request(5, 6, checkpointAt(6, { name: 'other.example' })), 5],
  [
    'an unknown key',
    { kind: 'unknown_key' },
    request(5, 6, checkpointAt(6, { signer: createSignedNoteSigner(origin, strangersKey) })),
    5,
  ],
  ['a wrong signature', { kind: 'unknown_key' }, request(5, 6).replace('\n6\n', '\n7\n'), 5],
  ['an old size beyond the new one', { kind: 'malformed_request' }, request(5, 6).replace('old 5', 'old 7'), 7],
  ['a tree smaller than the last one it signed', { kind: 'other_size', size: 7 }, request(5, 6), 7],
  ['another old size', { kind: 'other_size', size: 4 }, request(5, 6), 4],
  ['a nonzero old size before its first signature', { kind: 'other_size', size: 0 }, request(5, 6), undefined],
  ['another root for the same size', { kind: 'other_root' }, request(5, 5, checkpointAt(5, { root: rootAt(6) })), 5],
  ['a proof for an unchanged tree', { kind: 'inconsistent' }, request(5, 5, checkpointAt(5), [rootAt(5)]), 5],
  ['a proof from the empty tree', { kind: 'inconsistent' }, request(0, 5, checkpointAt(5), [rootAt(5)]), undefined],
  ['a wrong proof', { kind: 'inconsistent' }, request(5, 9, checkpointAt(9), proofAt(6, 9)), 5],
  ['a root of another history', { kind: 'inconsistent' }, request(5, 9, checkpointAt(9, { root: rootAt(10) })), 5],
])('a witness refuses %s', (_, refusal, body, latest) => {
  expect(decide(body, latest)).toEqual({ refusal })
})

test('a witness that signed the empty tree accepts any next checkpoint', () => {
  expect(
    evaluateAddCheckpointRequest(request(0, 3), () => ({ log, latest: { size: 0, root: computeEmptyMerkleRoot() } }))
      .refusal,
  ).toBeUndefined()
})
