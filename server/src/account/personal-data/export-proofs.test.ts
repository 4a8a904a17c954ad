// N13 The proofs in an export: every line that is sealed is proved, by nothing but the file and the key, and whatever is changed of it is found and named.
import { findExportErrors } from '@countersign/api/validate-export'
import { createAuditProofVerifier } from '@countersign/api/verify-audit-proofs'
import type { PersonalDataExport } from '@countersign/api/personal-data-export'
import { decodeBase64, encodeBase64 } from '@countersign/log/base64'
import { verifyCheckpoint } from '@countersign/log/log-checkpoint'
import { createEd25519SigningKey } from '@countersign/log/ed25519'
import { formatVerifierKey, parseVerifierKey } from '@countersign/log/signed-note-key'
import { createNoteVerifier } from '@countersign/log/signed-note-signers'
import { testKeys } from '@countersign/testing/test-keys'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listLogSigningKeys } from '../../audit-log/checkpoints/log-signing-key.ts'
import { pruneNextBatch } from '../../admin/retention/apply-retention.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { fillSequencedLog } from '../../testing/fill-sequenced-log.ts'
import { startTreeAfter } from '../../testing/fill-unchained-log.ts'
import { createFullyPopulatedPerson, readBrowserSession } from '../../testing/fully-populated-person.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { createOpenIdApp } from '../../testing/test-openid.ts'
import { startTestWitness } from '../../testing/test-witness.ts'

async function takeExport(browser: TestBrowser): Promise<PersonalDataExport> {
  const answer = await browser.send('GET', '/api/export')
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer.json<PersonalDataExport>()
}

const personIdOf = async (browser: TestBrowser): Promise<string> => (await readBrowserSession(browser)).person?.id ?? ''

/** Somebody among others, in a log of several tiles. */
async function openAmongOthers(app: TestApp, lines = 600): Promise<TestBrowser> {
  const browser = await openSteppedUpBrowser(app)
  const personId = await personIdOf(browser)
  await sequenceAllEntries(app.database.queries)
  await fillSequencedLog(app.database.queries, lines, 1000, (index) => (index % 40 === 0 ? personId : null))
  return browser
}

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

describe('the proofs of an export', () => {
  test('are there for every line, up to that of the export itself', async () => {
    const app = await createOpenIdApp()
    const full = await createFullyPopulatedPerson(app)
    const document = await takeExport(full.browser)
    expect(findExportErrors(document)).toEqual([])
    expect(document.log).toMatchObject({ firstLeaf: 0, beingSealed: 0, witnesses: [] })
    expect(document.activity.length).toBeGreaterThan(10)
    expect(document.activity.filter(({ proof }) => proof === null)).toEqual([])
    expect(document.activity[0]?.type).toBe('person.exported')
    // What shows the evidence is there for their own lines, and for attempts that name nobody.
    expect(document.activity.filter(({ opening }) => opening === null)).toEqual([])
    const others = document.activity.map(({ opening }) => opening?.personId ?? null)
    expect(new Set(others)).toEqual(new Set([document.person.id, full.mergedId, null]))
    // A second one later on has all of the first, and what came since.
    app.clock.now += 60_000
    const later = await takeExport(full.browser)
    expect(findExportErrors(later)).toEqual([])
    expect(later.activity.length).toBeGreaterThan(document.activity.length)
  })

  test('are of a checkpoint that the witnesses have cosigned which the server asks', async () => {
    const at = Date.parse('2026-01-15T12:00:00.000Z')
    const witness = await startTestWitness(
      async () => (await listLogSigningKeys(app.database.queries)).at(-1)?.verifier_key ?? '',
      at,
    )
    const app = await createTestApp({
      environment: {
        COUNTERSIGN_WITNESSES: `${witness.url} ${witness.verifierKey}`,
        COUNTERSIGN_OUTBOUND_NETWORKS: '127.0.0.0/8',
      },
    })
    const document = await takeExport(await openAmongOthers(app))
    expect(document.log.witnesses).toEqual([witness.verifierKey])
    expect(findExportErrors(document)).toEqual([])
    const check = createAuditProofVerifier([document.log.verifierKey ?? '', ...document.log.witnesses])
    const cosigned = { errors: [], witnesses: [{ name: 'witness.example', at: at / 1000 }], unknownSigners: [] }
    expect(check.verifyCheckpoint(document.log.checkpoint ?? '')).toMatchObject(cosigned)
    for (const { proof } of document.activity)
      expect(check.verifyProof(proof ?? '')).toMatchObject({ errors: [], checkpoint: cosigned })
    // Whoever trusts the witness alone sees that it has signed.
    expect(
      createAuditProofVerifier([witness.verifierKey]).verifyCheckpoint(document.log.checkpoint ?? '').witnesses,
    ).toEqual(cosigned.witnesses)
  })

  test('are verified by what the reference says, without any code of ours', async () => {
    const app = await createTestApp()
    const { log, activity } = await takeExport(await openAmongOthers(app))
    const [origin, size, root] = (log.checkpoint ?? '').split('\n')
    expect(origin).toBe('sign-in.example/activity')
    expect(activity.length).toBeGreaterThan(15)
    for (const { sequence, proof, opening, evidence } of activity) {
      const [header, extra, index, ...rest] = (proof ?? '').split('\n')
      expect(header).toBe('c2sp.org/tlog-proof@v1')
      expect(index).toBe(`index ${sequence - log.firstLeaf}`)
      const path = rest.slice(0, rest.indexOf('')).map((hash) => Buffer.from(hash, 'base64'))
      expect((proof ?? '').endsWith(`\n\n${log.checkpoint}`)).toBe(true)
      const text = Buffer.from((extra ?? '').replace(/^extra /, ''), 'base64').toString()
      // RFC 9162 §2.1.3.2, written once more.
      let [fn, sn] = [sequence - log.firstLeaf, Number(size) - 1]
      let hash = sha256(Uint8Array.of(0), sha256(text).toString('hex'))
      for (const other of path) {
        if (fn % 2 === 1 || fn === sn) {
          hash = sha256(Uint8Array.of(1), other, hash)
          for (; fn % 2 === 0 && fn > 0; fn /= 2) sn = Math.floor(sn / 2)
        } else hash = sha256(Uint8Array.of(1), hash, other)
        fn = Math.floor(fn / 2)
        sn = Math.floor(sn / 2)
      }
      expect(hash.toString('base64'), String(sequence)).toBe(root)
      const evidenceHash = (JSON.parse(text) as unknown[])[4]
      const opened = JSON.stringify([opening?.salt, opening?.personId, JSON.stringify(evidence)])
      expect(sha256(opened).toString('hex')).toBe(evidenceHash)
    }
  })

  testOnBothDatabases('hold where lines beside them were let go, and where somebody else was erased', async (kind) => {
    const app = await createTestApp({ database: kind, environment: { COUNTERSIGN_REFUSED_ATTEMPT_DAYS: '7' } })
    const stranger = app.openBrowser({ address: '203.0.113.9' })
    const signed = await stranger.signChallenge(testKeys.bob)
    const attempt = { ...signed, signature: `0x${'00'.repeat(65)}` }
    expect((await stranger.send('POST', '/api/sign-in', attempt)).statusCode).toBeGreaterThanOrEqual(400)
    const neighbour = await openSteppedUpBrowser(app, testKeys.carol)
    const browser = await openSteppedUpBrowser(app)
    expect((await neighbour.send('DELETE', '/api/person')).statusCode).toBe(204)
    await sequenceAllEntries(app.database.queries)
    app.clock.now += 8 * 86_400_000
    await app.pruneExpired()
    await pruneNextBatch({ ...app.database, random: systemRandomBytes, limits: app.limits }, app.clock.now)
    const gone = await app.database.queries
      .selectFrom('events')
      .select('sequence')
      .where('let_go_by', 'is not', null)
      .execute()
    expect(gone.length).toBeGreaterThan(0)
    await browser.signIn()
    await browser.stepUp()
    const document = await takeExport(browser)
    expect(findExportErrors(document)).toEqual([])
    expect(document.activity.every(({ proof }) => proof !== null)).toBe(true)
  })

  test('there are none for what was written before there was a tree', async () => {
    const app = await createTestApp()
    const browser = await openSteppedUpBrowser(app)
    const queries = await sequenceAllEntries(app.database.queries)
    const { sequence } = await queries.selectFrom('event_head').select('sequence').executeTakeFirstOrThrow()
    await startTreeAfter(queries, sequence)
    const document = await takeExport(browser)
    expect(findExportErrors(document)).toEqual([])
    expect(document.log.firstLeaf).toBe(sequence)
    const proved = document.activity.filter(({ proof }) => proof !== null).map((line) => line.sequence)
    expect(Math.min(...proved)).toBeGreaterThanOrEqual(sequence)
    expect(document.activity.filter(({ proof }) => proof === null).length).toBeGreaterThan(0)
  })

  test('N21 of a log that was rewritten are given out as they are, and do not hold', async () => {
    const app = await createTestApp()
    const browser = await openAmongOthers(app)
    const before = await takeExport(browser)
    const { queries } = app.database
    await sql`drop trigger events_no_update`.execute(queries)
    await queries
      .updateTable('events')
      .set({ hash: 'f'.repeat(64) })
      .where('sequence', '=', 520)
      .execute()
    const { sequence: head } = await queries.selectFrom('event_head').select('sequence').executeTakeFirstOrThrow()
    await fillSequencedLog(queries, 300, 2000)
    const after = await takeExport(browser)
    // Nobody signs it: it is held against what was signed before.
    expect(after.log.checkpoint).toBe(before.log.checkpoint)
    expect(app.log.join('')).toContain('no checkpoint of the activity could be signed')
    const faults = findExportErrors(after)
    expect(faults.length).toBeGreaterThan(10)
    expect(new Set(faults.map((fault) => fault.replace(/^.*\): /, '')))).toEqual(
      new Set(['its path does not lead from its hash, at its place, to the root of the checkpoint']),
    )
    expect(after.activity.filter(({ sequence, proof }) => (proof === null) !== sequence > head)).toEqual([])
  })

  testOnBothDatabases(
    'of 10,000 lines are made with few statements more, and as it is taken',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const browser = await openSteppedUpBrowser(app)
      const personId = await personIdOf(browser)
      await sequenceAllEntries(app.database.queries)
      await fillSequencedLog(app.database.queries, 10_000, 1000, () => personId)
      const take = countStatements(kind)
      const start = performance.now()
      const answer = await browser.send('GET', '/api/export')
      const took = performance.now() - start
      const { statements } = take()
      const document = answer.json<PersonalDataExport>()
      console.info(
        `${kind}: ${document.activity.length} lines proved in ${took.toFixed(0)} ms, ${statements.length} statements, ${(answer.body.length / 1e6).toFixed(1)} MB`,
      )
      expect(document.activity.length).toBeGreaterThan(10_000)
      expect(document.activity.every(({ proof }) => proof !== null)).toBe(true)
      expect(findExportErrors(document)).toEqual([])
      // For each batch of 500: the lines, whether the session lives, and the hashes of its tiles.
      expect(statements.length).toBeLessThan(250)
    },
    120_000,
  )
})

describe('what is changed of an export is found', () => {
  type Line = PersonalDataExport['activity'][number]
  const otherKey = formatVerifierKey({
    name: 'sign-in.example/activity',
    type: 'ed25519',
    publicKey: createEd25519SigningKey(new Uint8Array(32).fill(7)).publicKey,
  })
  /** A proof whose text (`extra`) says something else. */
  const retold = (proof: string | null, change: (text: string) => string): string =>
    (proof ?? '').replace(/^extra (.*)$/m, (_, extra: string) => {
      const text = new TextDecoder().decode(decodeBase64(extra))
      return `extra ${encodeBase64(new TextEncoder().encode(change(text)))}`
    })
  const ofLine: [string, (line: Line) => Partial<Line>, RegExp][] = [
    ['its time', (line) => ({ at: new Date(Date.parse(line.at) + 1).toISOString() }), /does not say what the text/],
    ['its kind', () => ({ type: 'wallet.linked' }), /does not say what the text/],
    ['its outcome', () => ({ outcome: 'refused' }), /does not say what the text/],
    ['its details', ({ details }) => ({ details: { ...details, reason: 'other' } }), /does not say what the text/],
    ['its number', (line) => ({ sequence: line.sequence + 1 }), /place of another line/],
    ['its evidence', ({ evidence }) => ({ evidence: { ...evidence, sessionId: 'other' } }), /its evidence is not/],
    ['the salt', ({ opening }) => ({ opening: { personId: null, ...opening, salt: 'x' } }), /its evidence is not/],
    ['whose it is', ({ opening }) => ({ opening: { salt: '', ...opening, personId: 'x' } }), /its evidence is not/],
    ['that it has a proof', () => ({ proof: null }), /it has no proof/],
    ['the form of the proof', ({ proof }) => ({ proof: ` ${proof}` }), /no C2SP tlog-proof/],
    ['the text', ({ proof }) => ({ proof: retold(proof, (text) => text.replace('.', '-')) }), /path does not lead/],
    ['that there is a text', ({ proof }) => ({ proof: proof?.replace(/^extra .*\n/m, '') ?? '' }), /lacks the text/],
    ['what kind of text', ({ proof }) => ({ proof: retold(proof, () => '"x"') }), /not that of a line/],
    [
      'the place',
      ({ proof }) => ({ proof: proof?.replace(/^index .*$/m, 'index 0') ?? '' }),
      /path does not lead|place of another/,
    ],
    [
      'a hash of the path',
      ({ proof }) => ({ proof: proof?.replace(/\n([A-Za-z0-9+/]{43}=)\n/, `\n${'A'.repeat(43)}=\n`) ?? '' }),
      /path does not lead/,
    ],
    [
      'how long the path is',
      ({ proof }) => ({ proof: proof?.replace(/\n[A-Za-z0-9+/]{43}=\n/, '\n') ?? '' }),
      /path does not lead/,
    ],
    [
      'the size in its checkpoint',
      ({ proof }) => ({
        proof: proof?.replace(/\nsign-in.example\/activity\n\d+/, '\nsign-in.example/activity\n9999') ?? '',
      }),
      /another checkpoint/,
    ],
  ]

  test.each(ofLine)('N13 of a line: %s', async (_, change, reason) => {
    const document = await takeExport(await openAmongOthers(await createTestApp()))
    const at = document.activity.findIndex(({ type }) => type === 'session.ended')
    const line = document.activity[at] as Line
    const activity = document.activity.with(at, { ...line, ...change(line) })
    const { sequence } = activity[at] as Line
    const faults = findExportErrors({ ...document, activity })
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.filter((fault) => !fault.startsWith(`/activity/${at} (line ${sequence}): `))).toEqual([])
    expect(faults.join('\n')).toMatch(reason)
  })

  const ofLog: [string, (log: PersonalDataExport['log']) => Partial<PersonalDataExport['log']>, RegExp][] = [
    [
      'the root',
      ({ checkpoint }) => ({ checkpoint: withRoot(checkpoint, new Uint8Array(32)) }),
      /^\/log: a signature .* is not that/,
    ],
    [
      'the signature',
      ({ checkpoint }) => ({ checkpoint: checkpoint?.replace(/AA?=*\n$|.=?=?\n$/, '\n') ?? '' }),
      /^\/log: /,
    ],
    [
      'the key, for one of another',
      () => ({ verifierKey: otherKey }),
      /^\/log: the checkpoint is not signed by the key/,
    ],
    ['the key, for no key', () => ({ verifierKey: 'x' }), /\/log: a verifier key cannot be read/],
    ['the form', () => ({ checkpoint: 'x' }), /^\/log: the checkpoint cannot be read/],
    ['where the tree begins', ({ firstLeaf }) => ({ firstLeaf: firstLeaf + 1 }), /place of another line/],
  ]
  const withRoot = (note: string | null, root: Uint8Array): string =>
    (note ?? '').replace(/^(.*\n\d+\n).*\n/, `$1${encodeBase64(root)}\n`)

  test.each(ofLog)('N13 of the log: %s', async (_, change, reason) => {
    const document = await takeExport(await openAmongOthers(await createTestApp()))
    const faults = findExportErrors({ ...document, log: { ...document.log, ...change(document.log) } })
    expect(faults.join('\n')).toMatch(reason)
  })

  test('N13 where the whole file was made anew under another key, by whoever knows the true one', async () => {
    const document = await takeExport(await openAmongOthers(await createTestApp()))
    expect(findExportErrors(document, [document.log.verifierKey ?? ''])).toEqual([])
    expect(findExportErrors(document, [otherKey])).toContainEqual(
      '/log: the checkpoint is not signed by the key of the log',
    )
    const log = createNoteVerifier(parseVerifierKey(document.log.verifierKey ?? ''))
    expect(verifyCheckpoint(document.log.checkpoint ?? '', { log }).origin).toBe('sign-in.example/activity')
  })

  test('a program that sorts the members of a file has not changed it', async () => {
    const document = await takeExport(await openAmongOthers(await createTestApp()))
    const activity = document.activity.map((line) => ({
      ...line,
      details: Object.fromEntries(Object.entries(line.details).toReversed()),
    }))
    expect(findExportErrors({ ...document, activity })).toEqual([])
  })
})
