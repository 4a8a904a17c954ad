// A person with a row in every table that can hold personal data.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import sharp from 'sharp'
import { updateProfilePicture } from '../account/profile/update-profile.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createRandomId } from '../platform/create-random-id.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { addTestClientApplication, createAuthorizationUrl } from './oidc-application-test-steps.ts'
import type { TestClientApplication } from './oidc-application-test-steps.ts'
import { grantTestRole } from './admin-role-test-steps.ts'
import { obtainTokenFamilyBySignIn } from './oauth-token-test-steps.ts'
import type { TokenResponse } from './oidc-application-test-steps.ts'

/** Texts that must not remain after erasure. */
export const personalDataFixtureStrings = [
  'Ada of the test',
  'ada-of-the-test',
  'ada@mail-of-the-test.example',
  'Laptop of the test',
  'Tablet of the test',
  'Label of the test',
  'credential-of-the-test',
  '198.51.100.0/24',
  '203.0.113.0/24',
] as const

export interface FullyPopulatedPerson {
  personId: string
  mergedId: string
  browser: TestBrowser
  application: TestClientApplication
  tokens: TokenResponse
  picture: string
}

const idOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<{ person: { id: string } }>().person.id

/** Creates Alice, with a trusted browser and a step-up. Bob was merged into her permanently. */
export async function createFullyPopulatedPerson(app: TestServer): Promise<FullyPopulatedPerson> {
  const application = await addTestClientApplication(app, {
    id: 'wiki',
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    backchannelLogoutUri: 'https://wiki.example/logout',
  })
  const browser = app.openBrowser({ userAgent: 'Laptop of the test', address: '198.51.100.7' })
  // An unfinished request with her address, in a browser where she signs in later.
  await browser.send('GET', createAuthorizationUrl(application, { login_hint: ethereumTestKeys.alice.address }))
  const tokens = await obtainTokenFamilyBySignIn(app, browser, application, {
    scope: 'openid profile wallet proof offline_access',
  })
  const personId = await idOf(browser)
  await browser.stepUp()
  // Two unanswered cross-device requests: one names her, the other only her browser.
  for (const purpose of ['step-up', 'sign-in']) await browser.send('POST', '/api/cross-device', { purpose })
  await browser.send('PATCH', '/api/person', { displayName: 'Ada of the test' })
  await browser.send('POST', '/api/person/username', { name: 'ada-of-the-test' })
  await insertEmailAddress(app, personId)
  const picture = await setPicture(app, browser, personId)
  const mergedId = await createMergedPerson(app, personId)
  await insertPasskey(app, personId, mergedId)
  await insertGroupMembership(app, personId)
  await grantTestRole(app, personId, 'auditor')
  await insertApiToken(app, personId)
  await insertSavedViewAndRecentItem(app, personId)

  // A stranger's attempt to sign in as her, a pending message, and a pending OIDC sign-in.
  const stranger = app.openBrowser()
  const { message } = await stranger.signChallenge(ethereumTestKeys.alice)
  await stranger.send('POST', '/api/sign-in', {
    message,
    signature: (await stranger.signChallenge(ethereumTestKeys.carol)).signature,
  })
  await browser.requestChallenge({ purpose: 'step-up' })
  await browser.send('GET', createAuthorizationUrl(application, { prompt: 'consent' }))
  await insertLogoutDelivery(app, personId)
  return { personId, mergedId, browser, application, tokens, picture }
}

async function insertEmailAddress(app: TestServer, personId: string): Promise<void> {
  const { queries } = app.database
  const { now } = app.clock
  const address = 'ada@mail-of-the-test.example'
  await queries.insertInto('email_addresses').values({ person_id: personId, address, verified_at: now }).execute()
}

async function setPicture(app: TestServer, browser: TestBrowser, personId: string): Promise<string> {
  const { queries } = app.database
  const { now } = app.clock
  const session = (await browser.send('GET', '/api/session')).json<{ session: { id: string } }>().session
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#333' } })
    .webp()
    .toBuffer()
  const { picture_url: picture } = await updateProfilePicture(
    { queries, random: systemRandomBytes },
    content,
    { person: { id: personId }, session },
    now,
  )
  return picture ?? ''
}

async function createMergedPerson(app: TestServer, personId: string): Promise<string> {
  const { queries } = app.database
  const { now } = app.clock
  const other = app.openBrowser({ userAgent: 'Tablet of the test', address: '203.0.113.9' })
  await other.signIn(ethereumTestKeys.bob)
  const mergedId = await idOf(other)
  await other.send('POST', '/api/sign-out')
  await queries.updateTable('people').set({ status: 'merged' }).where('id', '=', mergedId).execute()
  const merge = {
    person_id: personId,
    merged_person_id: mergedId,
    moved_records: '{}',
    offered_at: now,
    expires_at: now,
  }
  await queries
    .insertInto('identity_merges')
    .values({ id: createRandomId(systemRandomBytes), ...merge, merged_at: now, undo_until: now, undone_at: null })
    .execute()
  return mergedId
}

async function insertPasskey(app: TestServer, personId: string, mergedId: string): Promise<void> {
  const { queries } = app.database
  const { now } = app.clock
  const passkey = {
    credential_id: 'credential-of-the-test',
    public_key: 'key',
    user_handle: 'handle',
    counter: 3,
    transports: '["internal"]',
    device_type: 'multiDevice',
    backed_up: 1,
  } as const
  const passkeyId = createRandomId(systemRandomBytes)
  await queries
    .insertInto('passkeys')
    .values({
      id: passkeyId,
      person_id: personId,
      ...passkey,
      label: 'Label of the test',
      created_at: now,
      last_used_at: now,
      removed_at: null,
      trusted_at: now,
    })
    .execute()
  await queries.updateTable('sessions').set({ passkey_id: passkeyId }).where('person_id', '=', mergedId).execute()
}

async function insertGroupMembership(app: TestServer, personId: string): Promise<void> {
  const { queries } = app.database
  const { now } = app.clock
  await queries
    .insertInto('groups')
    .values({
      id: 'holders',
      name: 'Holders',
      description: null,
      rule: '{"type":"wallets","wallets":[]}',
      created_at: now,
      changed_at: now,
    })
    .execute()
  await queries
    .insertInto('group_members')
    .values({
      group_id: 'holders',
      person_id: personId,
      is_member: 1,
      checked_at: now,
      unreachable_since: null,
      recheck_at: now,
    })
    .execute()
}

async function insertApiToken(app: TestServer, personId: string): Promise<void> {
  const { queries } = app.database
  const { now } = app.clock
  const token = {
    token_hash: 'hash-of-a-token-of-the-test',
    name: 'Label of the test token',
    permissions: '["figures.read"]',
    created_at: now,
    expires_at: now + 1,
    last_used_at: now,
    revoked_at: null,
    is_login: 0,
  }
  await queries
    .insertInto('api_tokens')
    .values({ id: createRandomId(systemRandomBytes), person_id: personId, ...token })
    .execute()
}

async function insertSavedViewAndRecentItem(app: TestServer, personId: string): Promise<void> {
  const { queries } = app.database
  const view = { list: 'people', name: 'Hers', query: '?search=x', is_shared: 0, created_at: 1, changed_at: 1 }
  await queries
    .insertInto('saved_views')
    .values({ id: createRandomId(systemRandomBytes), person_id: personId, ...view })
    .execute()
  await queries
    .insertInto('recent_items')
    .values({ person_id: personId, kind: 'line', item_id: '1', opened_at: 1 })
    .execute()
}

async function insertLogoutDelivery(app: TestServer, personId: string): Promise<void> {
  const { queries } = app.database
  const { now } = app.clock
  const delivery = {
    application_id: 'wiki',
    person_id: personId,
    uri: 'https://wiki.example/logout',
    subject: 'subject',
    sid: 'sid',
    algorithm: 'ES256',
    created_at: now,
    attempts: 1,
  } as const
  await queries
    .insertInto('logout_deliveries')
    .values({
      id: createRandomId(systemRandomBytes),
      ...delivery,
      next_attempt_at: null,
      completed_at: now,
      outcome: 'delivered',
    })
    .execute()
}
