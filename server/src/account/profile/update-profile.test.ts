// Tests display name changes.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createTestServerWithProfileBrowser, parseSetPictureResponse } from '../../testing/profile-picture-fixtures.ts'

describe('display name', () => {
  test('P12: rejects invisible characters and addresses, except those of the person’s linked wallets', async () => {
    const { browser } = await createTestServerWithProfileBrowser()
    const give = async (displayName: string): Promise<string | null> => {
      const answer = await browser.send('PATCH', '/api/person', { displayName })
      return answer.statusCode === 200
        ? parseSetPictureResponse(answer).displayName
        : answer.json<{ code: string }>().code
    }
    const { alice, bob } = ethereumTestKeys
    for (const unseen of ['\u3164', 'Ada\u2800', 'A\u034Fda', `A${'\u0301'.repeat(63)}`])
      expect(await give(unseen)).toBe('person.name_invalid')
    expect(await give(`Ada ${bob.address}`)).toBe('person.name_contains_address')
    expect(await give(`${bob.address.slice(0, 6)}…${bob.address.slice(-4)}`)).toBe('person.name_contains_address')
    expect(await give(`Ada ${alice.address}`)).toBe(`Ada ${alice.address}`)
    await browser.stepUp(alice)
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', bob))
    expect(await give(bob.address)).toBe(bob.address)
    expect(await give('Ada ❤️')).toBe('Ada ❤️')
  })

  testOnBothDatabases('is set, returned and removed, and never written to the audit log', async (kind) => {
    const { app, browser } = await createTestServerWithProfileBrowser({ database: kind })
    const named = await browser.send('PATCH', '/api/person', { displayName: 'Zoe\u0308' })
    expect([named.statusCode, parseSetPictureResponse(named).displayName]).toEqual([200, 'Zo\u00eb'])
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { displayName: 'Zo\u00eb' } })
    // Setting the same name again is not a change.
    await browser.send('PATCH', '/api/person', { displayName: 'Zo\u00eb' })
    expect(
      parseSetPictureResponse(await browser.send('PATCH', '/api/person', { displayName: null })).displayName,
    ).toBeNull()
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('person.changed')),
    ).toEqual(Array(2).fill('person.changed success {"changed":"name"}'))
    await sequenceAllAuditEntries(app.database.queries)
    const evidence = await app.database.queries.selectFrom('audit_event_evidence').select('content').execute()
    expect(JSON.stringify(evidence)).not.toContain('Zo')
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; drop table people; --",
    '{{7*7}}',
    '=HYPERLINK("https://evil.example")',
  ])('N4: stores %s unchanged and returns it only as JSON', async (name) => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answer = await browser.send('PATCH', '/api/person', { displayName: name })
    expect(parseSetPictureResponse(answer).displayName).toBe(name)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([' Ada', 'Ada\u202Enimda', 'A\0da', ''])('N4 P7: rejects %j and changes nothing', async (name) => {
    const { browser } = await createTestServerWithProfileBrowser()
    const answer = await browser.send('PATCH', '/api/person', { displayName: name })
    expect(answer.statusCode).toBe(400)
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({ person: { displayName: null } })
  })
})
