// Tests of the admin audit log endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { formatTreeEntryHashInput, auditLogGenesisHash } from '@countersign/api/format-audit-entry-hash-input'
import type { HashedAuditEntryContent } from '@countersign/api/format-audit-entry-hash-input'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { appendTestAuditEntries } from '../../testing/append-test-audit-entries.ts'

type Page = AdminApiEndpointOutput<'listEvents'>

const { alice, bob, carol } = ethereumTestKeys

const events = '/api/admin/events'

type Line = AdminApiEndpointOutput<'readEvent'>

async function listEventsPage(browser: TestBrowser, query = ''): Promise<Page> {
  const response = await browser.send('GET', `${events}${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Page>()
}

const sha256 = (...data: (string | Buffer)[]): Buffer =>
  data.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** The Merkle tree root as defined by RFC 6962 §2.1. */
function rootOf(entries: readonly string[]): Buffer {
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] ?? '')
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return sha256(Buffer.of(1), rootOf(entries.slice(0, half)), rootOf(entries.slice(half)))
}

describe('admin audit log endpoints', () => {
  testOnBothDatabases('list entries newest first, with person, actor and application', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId: ownerId } = await openBrowserWithRole(app, alice, 'owner')
    await browser.send('PATCH', '/api/person', { displayName: 'Ada' })
    const other = await openSteppedUpBrowser(app, bob)
    const otherId = await requireBrowserPersonId(other)
    await addTestClientApplication(app, { id: 'wiki', name: 'Wiki' })
    expect((await browser.send('PUT', `/api/admin/people/${otherId}/roles/auditor`)).statusCode).toBe(204)

    const { items, nextCursor, total } = await listEventsPage(browser)
    expect([nextCursor, total]).toEqual([null, null])
    expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => items.length - index))
    expect(items.find(({ type }) => type === 'role.granted')).toMatchObject({
      person: { id: otherId, displayName: null, address: bob.address, walletName: null },
      actor: { kind: 'person', id: ownerId, name: 'Ada' },
      application: null,
      details: { role: 'auditor' },
    })
    expect(items.find(({ type }) => type === 'application.added')).toMatchObject({
      person: null,
      actor: { kind: 'operator', systemUser: null },
      application: { id: 'wiki', name: 'Wiki' },
    })
    const started = items.find(({ type, person }) => type === 'session.started' && person?.id === otherId)
    expect(started?.actor).toMatchObject({ kind: 'person', id: otherId })
    expect(started?.evidence).toMatchObject({ userAgent: 'Test browser' })
    expect(Object.keys(started?.evidence ?? {})).not.toEqual(expect.arrayContaining(['message', 'signature']))

    expect((await listEventsPage(browser, `?actor=${ownerId}`)).items.map(({ type }) => type)).toEqual(['role.granted'])
    expect((await listEventsPage(browser, '?application=wiki')).items.map(({ type }) => type)).toEqual([
      'application.added',
    ])
    expect(
      (await listEventsPage(browser, `?type=person.created,role.granted&person=${otherId}`)).items.map(
        ({ type }) => type,
      ),
    ).toEqual(['role.granted', 'person.created'])
    expect(
      (await listEventsPage(browser, `?signInMethod=key&person=${otherId}`)).items.map(({ type }) => type),
    ).toEqual(['session.stepped_up', 'session.started'])
    expect((await listEventsPage(browser, '?signInMethod=contract')).items).toEqual([])
    for (const spelling of [bob.address, bob.address.toLowerCase(), `0x${bob.address.slice(2).toUpperCase()}`]) {
      const found = (await listEventsPage(browser, `?address=${spelling}`)).items
      expect(found.length).toBeGreaterThan(0)
      expect(found.every(({ person }) => person?.id === otherId)).toBe(true)
    }
  })

  testOnBothDatabases('find attempts on an address that is not linked to anyone yet', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const stranger = app.openBrowser()
    const { message } = await stranger.signChallenge(carol)
    await stranger.send('POST', '/api/sign-in', { message, signature: (await stranger.signChallenge(bob)).signature })
    const { items } = await listEventsPage(browser, `?address=${carol.address}&outcome=refused`)
    expect(items).toMatchObject([{ type: 'sign_in.refused', person: null, evidence: { address: carol.address } }])
    expect(items[0]?.actor).toEqual({ kind: 'stranger' })
    const from = (network: string) => listEventsPage(browser, `?outcome=refused&network=${encodeURIComponent(network)}`)
    expect((await from(items[0]?.evidence.networkPrefix ?? '')).items).toEqual(items)
    expect((await from('198.51.100.0/24')).items).toEqual([])
    expect(
      (await listEventsPage(browser, `?reason=${encodeURIComponent(String(items[0]?.details.reason))}`)).items,
    ).toHaveLength(1)
  })

  testOnBothDatabases('page through all entries, and return only newer ones to a poll', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    await appendTestAuditEntries(
      app,
      ...Array.from({ length: 120 }, (): NewAuditEvent => ({
        type: 'signing_key.created',
        outcome: 'success',
        details: {},
        evidence: { personId: null, content: {} },
      })),
    )
    const seen: number[] = []
    for (let query = '?type=signing_key.created'; ;) {
      const { items, nextCursor } = await listEventsPage(browser, query)
      seen.push(...items.map(({ sequence }) => sequence))
      if (nextCursor === null) break
      query = `?type=signing_key.created&cursor=${nextCursor}`
    }
    expect(seen).toHaveLength(120)
    expect(seen).toEqual([...seen].sort((one, other) => other - one))
    expect((await listEventsPage(browser, `?after=${seen[3]}`)).items.map(({ sequence }) => sequence)).toEqual(
      seen.slice(0, 3),
    )
    expect(await listEventsPage(browser, `?after=${seen[0]}`)).toEqual({ items: [], nextCursor: null, total: null })
  })

  testOnBothDatabases('show one entry in full, with the sign-in proof, until its evidence is erased', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const other = await openSteppedUpBrowser(app, bob)
    const [found] = (
      await listEventsPage(browser, `?type=session.started&person=${await requireBrowserPersonId(other)}`)
    ).items
    const read = async () => (await browser.send('GET', `${events}/${found?.sequence}`)).json<Line>()
    const line = await read()
    expect(line).toMatchObject({
      sequence: found?.sequence,
      evidenceErased: false,
      sentence: expect.stringMatching(/^A person signed in/) as string,
      proof: { method: 'ecdsa', signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) as string },
    })
    expect(line.proof?.message).toContain(bob.address)
    expect(line.hash).toMatch(/^[0-9a-f]{64}$/)

    expect((await other.send('DELETE', '/api/person')).statusCode).toBe(204)
    expect(await read()).toMatchObject({
      sequence: found?.sequence,
      person: null,
      actor: { kind: 'erased' },
      evidence: {},
      proof: null,
      evidenceErased: true,
      hash: line.hash,
    })
    for (const wrong of ['999999', '0', 'x', '1e3'])
      expect((await browser.send('GET', `${events}/${wrong}`)).json(), wrong).toMatchObject({
        code: wrong === '999999' ? 'event.not_found' : 'request.invalid',
      })
  })

  test('reject invalid filters', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    for (const query of [
      '?type=nothing',
      '?type=toString',
      '?outcome=maybe',
      '?signInMethod=key,passkey',
      '?person=1',
      '?from=yesterday',
      '?from=2016-12-31T23:59:60Z',
      '?cursor=-1',
      '?cursor=1%20or%201',
      '?address=0x12',
      '?other=1',
      '?type=signing_key.created&type=signing_key.retired',
    ]) {
      expect((await browser.send('GET', `${events}${query}`)).json(), query).toMatchObject({ code: 'request.invalid' })
    }
  })

  testOnBothDatabases('N13: export a hash chain in which an independent check detects changes', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    await appendTestAuditEntries(
      app,
      ...Array.from({ length: 5100 }, (_, index): NewAuditEvent => ({
        type: 'signing_key.created',
        outcome: 'success',
        details: { index, 'ä"': '\u2028' },
        evidence: { personId: null, content: {} },
      })),
    )

    /** Verifies the log with nothing but the API contract. */
    const check = async (): Promise<{ wrong: number } | { right: number }> => {
      const entries = [auditLogGenesisHash]
      for (;;) {
        const last = entries.length - 1
        const { entries: lines, head } = (await browser.send('GET', `${events}/hash-chain?after=${last}`)).json<
          AdminApiEndpointOutput<'exportHashChain'>
        >()
        for (const line of lines) {
          const expected = sha256(formatTreeEntryHashInput(line as HashedAuditEntryContent)).toString('hex')
          if (line.sequence !== entries.length || line.hash !== expected) return { wrong: entries.length }
          entries.push(line.hash)
        }
        if (entries.length - 1 === head.sequence)
          return head.hash === rootOf(entries).toString('hex') ? { right: head.sequence } : { wrong: head.sequence }
        if (lines.length === 0 || entries.length - 1 > head.sequence) return { wrong: entries.length }
      }
    }
    await sequenceAllAuditEntries(app.database.queries)
    const whole = await verifyAuditLogIntegrity(app.database.queries)
    expect(await check()).toEqual({ right: whole.outcome === 'whole' ? whole.lines : 0 })
    await sql
      .raw(kind === 'postgres' ? 'alter table audit_events disable trigger all' : 'drop trigger audit_events_no_update')
      .execute(app.database.queries)
    await sql`update audit_events set details = '{"index":0}' where sequence = 5050`.execute(app.database.queries)
    expect(await check()).toEqual({ wrong: 5050 })
  })
})
