// Tests of the admin people endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys

const idOf = (number: number): string => String(number).padStart(26, '0')

type PersonInFull = AdminApiEndpointOutput<'readPerson'>

const read = async (browser: TestBrowser, id: string): Promise<PersonInFull> =>
  (await browser.send('GET', `/api/admin/people/${id}`)).json<PersonInFull>()

const sessionsOf = async (browser: TestBrowser, id: string) =>
  (await browser.send('GET', `/api/admin/people/${id}/sessions`)).json<AdminApiEndpointOutput<'listPersonSessions'>>()
    .items

async function linesAbout({ database }: TestServer, type: string) {
  await sequenceAllAuditEntries(database.queries)
  const rows = await database.queries
    .selectFrom('audit_events')
    .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select(['details', 'person_id', 'content'])
    .where('type', '=', type)
    .orderBy('audit_events.sequence')
    .execute()
  return rows.map(({ details, person_id, content }) => ({
    details: JSON.parse(details) as unknown,
    personId: person_id,
    content: JSON.parse(content) as Record<string, string>,
  }))
}

describe.each(databaseKinds)('admin people endpoints on %s', (kind) => {
  test('suspend, restore, sign out and erase a person, and log which admin did it and why', async () => {
    const app = await createTestServer({ database: kind })
    const admin = await openBrowserWithRole(app, alice, 'administrator')
    const theirs = await openSteppedUpBrowser(app, bob)
    const id = await requireBrowserPersonId(theirs)
    const path = `/api/admin/people/${id}`
    expect(await read(admin.browser, id)).toMatchObject({
      id,
      status: 'active',
      suspendedFor: null,
      sessions: 1,
      wallets: 1,
      walletList: [{ address: toChecksumAddress(bob.address) }],
      isLastOwner: false,
      outranks: false,
      pendingMerges: [],
      mergeOpen: false,
    })
    expect((await admin.browser.send('POST', `${path}/suspend`, { reason: 'Asked for by Bob' })).json()).toEqual({
      ended: 1,
    })
    expect(readApiErrorCodeOrDone(await admin.browser.send('POST', `${path}/suspend`, { reason: 'Again' }))).toBe(
      'person.not_active',
    )
    expect(await read(admin.browser, id)).toMatchObject({
      status: 'suspended',
      suspendedFor: 'Asked for by Bob',
      sessions: 0,
    })
    // The server discloses the reason only after a proof (THREATS P8).
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({
      code: 'person.suspended',
      status: 403,
      reason: 'Asked for by Bob',
    })
    expect(readApiErrorCodeOrDone(await admin.browser.send('POST', `${path}/reactivate`))).toBe('done')
    expect(readApiErrorCodeOrDone(await admin.browser.send('POST', `${path}/reactivate`))).toBe('person.not_suspended')
    expect(await linesAbout(app, 'person.suspended')).toEqual([
      { details: {}, personId: id, content: { actorId: admin.personId, reason: 'Asked for by Bob' } },
    ])
    expect(await linesAbout(app, 'person.reactivated')).toEqual([
      { details: {}, personId: id, content: { actorId: admin.personId } },
    ])

    const [one, two] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, bob)]
    const sessions = await sessionsOf(admin.browser, id)
    expect(sessions).toMatchObject([{ wallet: { address: toChecksumAddress(bob.address) }, applications: [] }, {}])
    expect(readApiErrorCodeOrDone(await admin.browser.send('DELETE', `${path}/sessions/${sessions[0]?.id}`))).toBe(
      'done',
    )
    expect(readApiErrorCodeOrDone(await admin.browser.send('DELETE', `${path}/sessions/${sessions[0]?.id}`))).toBe(
      'session.not_found',
    )
    expect(
      readApiErrorCodeOrDone(
        await admin.browser.send('DELETE', `/api/admin/people/${admin.personId}/sessions/${sessions[1]?.id}`),
      ),
    ).toBe('session.not_found')
    expect(readApiErrorCodeOrDone(await two.send('GET', '/api/wallets'))).toBe('session.required')
    expect(readApiErrorCodeOrDone(await one.send('GET', '/api/wallets'))).toBe('done')
    expect((await admin.browser.send('DELETE', `${path}/sessions`)).json()).toEqual({ ended: 1 })
    expect(readApiErrorCodeOrDone(await one.send('GET', '/api/wallets'))).toBe('session.required')
    const ended = (await linesAbout(app, 'session.ended')).filter(
      ({ personId, details }) => personId === id && (details as { reason: string }).reason === 'revoked',
    )
    expect(ended.map(({ content }) => content['actorId'])).toEqual([admin.personId, admin.personId])

    expect(readApiErrorCodeOrDone(await admin.browser.send('DELETE', path, { reason: 'As the law wants' }))).toBe(
      'done',
    )
    expect(readApiErrorCodeOrDone(await admin.browser.send('GET', path))).toBe('person.not_found')
    expect(readApiErrorCodeOrDone(await admin.browser.send('GET', `${path}/sessions`))).toBe('person.not_found')
    expect(readApiErrorCodeOrDone(await admin.browser.send('DELETE', path, { reason: 'Again' }))).toBe(
      'person.not_found',
    )
    expect(await linesAbout(app, 'person.erased')).toEqual([
      {
        details: { by: 'administrator' },
        personId: null,
        content: { actorId: admin.personId, reason: 'As the law wants' },
      },
    ])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('N11: refuse to change a person of higher rank, and to remove the last owner', async () => {
    const app = await createTestServer({ database: kind })
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const admin = await openBrowserWithRole(app, bob, 'administrator')
    const auditor = await openBrowserWithRole(app, carol, 'auditor')
    const attempts = async (browser: TestBrowser, id: string) => [
      readApiErrorCodeOrDone(await browser.send('POST', `/api/admin/people/${id}/suspend`, { reason: 'Why not' })),
      readApiErrorCodeOrDone(await browser.send('DELETE', `/api/admin/people/${id}/sessions`)),
      readApiErrorCodeOrDone(await browser.send('DELETE', `/api/admin/people/${id}`, { reason: 'Why not' })),
    ]
    const all = (code: string) => [code, code, code]
    expect(await attempts(admin.browser, owner.personId)).toEqual(all('permission.denied'))
    expect(await attempts(auditor.browser, admin.personId)).toEqual(all('permission.denied'))
    expect(await read(admin.browser, owner.personId)).toMatchObject({
      outranks: true,
      isLastOwner: true,
      roles: ['owner'],
    })
    expect(await read(owner.browser, admin.personId)).toMatchObject({ outranks: false, isLastOwner: false })
    expect((await attempts(owner.browser, owner.personId)).filter((code) => code === 'role.last_owner')).toHaveLength(1)
    // An API token cannot change a person with a role.
    const again = await openBrowserWithRole(app, alice, 'owner')
    const made = await again.browser.send('POST', '/api/admin/api-tokens', {
      name: 'Clean up',
      permissions: ['people.read', 'people.change'],
      days: 1,
    })
    const { secret } = made.json<{ secret: string }>()
    const withToken = (id: string) =>
      app.http.inject({
        method: 'POST',
        url: `/api/admin/people/${id}/suspend`,
        headers: { authorization: `Bearer ${secret}` },
        payload: { reason: 'A program says so' },
      })
    expect(readApiErrorCodeOrDone(await withToken(auditor.personId))).toBe('permission.denied')
    const nobody = await requireBrowserPersonId(await openSteppedUpBrowser(app, createEthereumTestKey(900)))
    expect(readApiErrorCodeOrDone(await withToken(nobody))).toBe('done')
    expect((await linesAbout(app, 'person.suspended'))[0]?.content).toMatchObject({
      actorId: owner.personId,
      reason: 'A program says so',
    })
    expect(
      readApiErrorCodeOrDone(
        await owner.browser.send('POST', `/api/admin/people/${owner.personId}/suspend`, { reason: 'Over' }),
      ),
    ).toBe('session.required')
  })

  test('P8: reveal nothing about people to callers without permission', async () => {
    const app = await createTestServer({ database: kind })
    const admin = await openBrowserWithRole(app, alice, 'administrator')
    const other = await openSteppedUpBrowser(app, bob)
    for (const id of [admin.personId, idOf(1)]) {
      const answers = [
        await other.send('GET', `/api/admin/people/${id}`),
        await other.send('POST', `/api/admin/people/${id}/suspend`, { reason: 'x' }),
        await other.send('GET', `/api/admin/people?search=${alice.address}`),
        await other.send('DELETE', `/api/admin/people/${id}/sessions`),
      ]
      expect(
        answers.map((answer) => [
          answer.statusCode,
          readApiErrorCodeOrDone(answer),
          answer.body.includes(admin.personId),
        ]),
      ).toEqual(answers.map(() => [403, 'permission.denied', false]))
    }
  })

  test('N11: if two administrators suspend each other, let only the first succeed', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    await openBrowserWithRole(app, carol, 'owner')
    const [one, two] = [
      await openBrowserWithRole(app, alice, 'administrator'),
      await openBrowserWithRole(app, bob, 'administrator'),
    ]
    const sessionOf = async (personId: string) =>
      (
        await queries
          .selectFrom('sessions')
          .select('id')
          .where('person_id', '=', personId)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).id
    const sessions = [await sessionOf(one.personId), await sessionOf(two.personId)] as const
    const suspend = (whom: string, personId: string, sessionId: string) =>
      suspendPerson({ queries, random: systemRandomBytes }, whom, app.clock.now, {
        actor: { kind: 'person', personId, sessionId },
        reason: 'First',
      })
    for (let round = 0; round < 6; round++) {
      const results = await Promise.allSettled([
        suspend(two.personId, one.personId, sessions[0]),
        suspend(one.personId, two.personId, sessions[1]),
      ])
      const outcomes = results.map((result) =>
        result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code,
      )
      expect(outcomes.sort()).toEqual(['done', 'session.required'])
      await queries.updateTable('people').set({ status: 'active' }).execute()
      await queries
        .updateTable('sessions')
        .set({ ended_at: null, end_reason: null })
        .where('id', 'in', sessions)
        .execute()
    }
  })

  test('P4: leave no session when a suspension and a sign-in run concurrently', async () => {
    const app = await createTestServer({ database: kind })
    const admin = await openBrowserWithRole(app, alice, 'administrator')
    const id = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    for (let round = 0; round < 4; round++) {
      const browser = app.openBrowser()
      const [, suspended] = await Promise.all([
        browser.signIn(bob).catch(() => null),
        admin.browser.send('POST', `/api/admin/people/${id}/suspend`, { reason: 'Race' }),
      ])
      expect(readApiErrorCodeOrDone(suspended)).toBe('done')
      expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/wallets'))).toBe('session.required')
      expect(readApiErrorCodeOrDone(await admin.browser.send('POST', `/api/admin/people/${id}/reactivate`))).toBe(
        'done',
      )
      expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/wallets'))).toBe('session.required')
    }
  })
})
