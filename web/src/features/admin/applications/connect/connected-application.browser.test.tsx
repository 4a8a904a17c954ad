import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formatPresetNote } from '@countersign/api/preset-note-texts'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import {
  expectRenderedPageAccessible,
  expectRenderedPageFitsWidth,
} from '../../../../testing/render-admin-page-for-tests.tsx'
import { FakeErrorResponse } from '../../../../testing/fake-api-server.ts'
import type { FakeApiResponses } from '../../../../testing/fake-api-server.ts'
import {
  applicationFixtureTimestamp,
  findTextField,
  renderApplicationAdminPage,
  wikiApplicationFixture,
  wikiApplicationListItemFixture,
  wikiSetupFixture,
} from '../../../../testing/application-page-fixtures.tsx'

type Made = AdminApiEndpointOutput<'createApplication'>

const made = (setup: Partial<NonNullable<Made['setup']>>, more: Partial<Made> = {}): Made => ({
  application: wikiApplicationListItemFixture,
  secret: 's3cret',
  clientSettings: [],
  setup: { ...wikiSetupFixture, ...setup },
  changes: [],
  ...more,
})

const grafanaSetup = {
  program: { id: 'grafana', name: 'Grafana' },
  location: 'grafana.ini, section [auth.generic_oauth]',
  address: 'https://dash.example',
  blocks: [
    {
      location: 'grafana.ini, section [auth.generic_oauth]',
      language: 'ini',
      text: '[auth.generic_oauth]\nclient_secret = s3cret',
    },
  ],
  notes: ['`one`: **first**', 'two', 'three', '[four](https://example.com/four)'],
}

async function connect(answer: Made, more: FakeApiResponses = {}, options = {}) {
  const server = await renderApplicationAdminPage(
    '/admin/new-application?program=grafana',
    { createApplication: answer, ...more },
    options,
  )
  await findTextField('Address of Grafana').fill('https://dash.example')
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByText('“Wiki” is registered.')).toBeVisible()
  return server
}

test('shows the block of a program with the secret once, and its notes', async () => {
  await connect(made(grafanaSetup))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Set up Grafana' })).toHaveFocus()
  await expect
    .element(page.getByRole('region', { name: 'In Grafana: grafana.ini, section [auth.generic_oauth]' }))
    .toHaveTextContent('[auth.generic_oauth] client_secret = s3cret')
  expect(document.body.textContent.split('s3cret')).toHaveLength(2)
  await expect.element(page.getByText('first')).toBeVisible()
  await page.getByText('1 more note').click()
  await expect.element(page.getByRole('link', { name: 'four' })).toHaveAttribute('href', 'https://example.com/four')
  await expect.element(page.getByRole('link', { name: 'Open Grafana' })).toHaveAttribute('href', 'https://dash.example')
  await expectRenderedPageAccessible()
})

test('a long line of a block scrolls sideways, and the steps are before the notes', async () => {
  const long = `signout_redirect_url = https://sign-in.example/end-session?client_id=grafana&x=${'y'.repeat(200)}`
  const [block] = grafanaSetup.blocks
  await connect(made({ ...grafanaSetup, blocks: [{ ...block!, text: long }] }), {}, { viewport: [360, 740] })
  const region = page.getByRole('region', { name: /^In Grafana/ }).element()
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expectRenderedPageFitsWidth()
  const headings = page.getByRole('main').getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Paste this into Grafana',
    'Save, and restart Grafana if needed',
    'Test the sign-in',
    'Good to know about Grafana',
  ])
})

test('the place and the notes of a program are in German on a German page', async () => {
  const setup = {
    program: { id: 'karakeep', name: 'Karakeep' },
    location: 'its environment',
    blocks: [{ location: 'its environment', language: 'sh', text: 'A=1' }],
    notes: [formatPresetNote('ownSignOut', 'Karakeep'), 'Formerly named Hoarder.'],
  }
  await renderApplicationAdminPage(
    '/admin/applications/wiki/connect',
    { readApplication: { ...wikiApplicationFixture, setup: { ...wikiSetupFixture, ...setup } } },
    { language: 'de' },
  )
  await expect.element(page.getByRole('region', { name: 'In Karakeep: die Umgebungsvariablen' })).toBeVisible()
  await expect.element(page.getByText('Hieß früher Hoarder.')).toBeVisible()
  await expect.element(page.getByText(/^Abmelden bei Karakeep beendet/)).toBeVisible()
})

test('notes that this release does not know stay in English, and are marked as such', async () => {
  const setup = { program: { id: 'karakeep', name: 'Karakeep' }, notes: ['Formerly named Hoarder.', 'A new note.'] }
  await renderApplicationAdminPage(
    '/admin/applications/wiki/connect',
    { readApplication: { ...wikiApplicationFixture, setup: { ...wikiSetupFixture, ...setup } } },
    { language: 'de' },
  )
  await expect.element(page.getByText('A new note.')).toBeVisible()
  expect(page.getByText('Formerly named Hoarder.').element().closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('copies the whole block', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await connect(made(grafanaSetup))
  await page.getByRole('button', { name: 'Copy all' }).click()
  expect(copied).toHaveBeenCalledExactlyOnceWith('[auth.generic_oauth]\nclient_secret = s3cret')
  copied.mockRestore()
})

test('shows form fields as a list, and fits a phone', async () => {
  await connect(
    made({
      ...grafanaSetup,
      blocks: [],
      fields: [
        { name: 'openid_connect_rp_initiated_logout_redirect', value: 'https://dash.example/', about: '' },
        { name: 'openid_connect_client_secret', value: 's3cret', about: '' },
      ],
    }),
    {},
    { viewport: [360, 740] },
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Enter this in Grafana' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy: openid_connect_client_secret' })).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('s3cret')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy all' }).click()
  expect(copied).toHaveBeenCalledExactlyOnceWith(
    'openid_connect_rp_initiated_logout_redirect: https://dash.example/\nopenid_connect_client_secret: s3cret',
  )
  copied.mockRestore()
  expect(document.body.textContent.split('s3cret')).toHaveLength(2)
  expectRenderedPageFitsWidth()
  await page.getByRole('button', { name: 'Single values' }).click()
  await expect.element(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
})

test('a link of another scheme is not shown as the address of the application', async () => {
  await connect(made({ ...grafanaSetup, address: 'javascript:alert(1)' }))
  await expect.element(page.getByRole('link', { name: 'Open Grafana' })).not.toBeInTheDocument()
})

test('the test sign-in opens in another tab, waits, and shows what the application would receive', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const waiting: AdminApiEndpointOutput<'readTestLogin'> = {
    application: 'wiki',
    state: 'waiting',
    requestedScopes: ['openid', 'profile'],
    scopes: [],
    expiresAt: applicationFixtureTimestamp,
    idToken: null,
    accessToken: null,
    userinfo: null,
    error: null,
  }
  const server = await connect(made(grafanaSetup), {
    startTestLogin: { id: '01890000-0000-7000-8000-000000000009', url: 'https://sign-in.example/authorize?x' },
    readTestLogin: waiting,
  })
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await expect.element(page.getByText('Waiting for the sign-in…')).toBeVisible()
  expect(opened).toHaveBeenCalledExactlyOnceWith('https://sign-in.example/authorize?x', '_blank', 'noopener')
  await expect
    .element(page.getByRole('link', { name: 'Open it' }))
    .toHaveAttribute('href', 'https://sign-in.example/authorize?x')
  server.setResponses({
    readTestLogin: { ...waiting, state: 'done', userinfo: { sub: 'abc', preferred_username: 'ada' } },
  })
  await expect
    .element(page.getByText('The application would receive: sub, preferred_username.'), { timeout: 10_000 })
    .toBeVisible()
  expect(server.getSentBodies('startTestLogin')).toEqual([{ scopes: ['profile', 'wallet'] }])
  opened.mockRestore()
})

test('a test sign-in that has expired says so instead of waiting', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await connect(made(grafanaSetup), {
    startTestLogin: { id: '01890000-0000-7000-8000-000000000009', url: 'https://sign-in.example/authorize?x' },
    readTestLogin: new FakeErrorResponse('application.test_login_not_found'),
  })
  await page.getByRole('button', { name: 'Test the sign-in' }).click()
  await expect.element(page.getByText('This test login has ended.')).toBeVisible()
  await expect.element(page.getByText('Waiting for the sign-in…')).not.toBeInTheDocument()
  opened.mockRestore()
})

test('returning to the gallery asks before it leaves the secret, and forgets the secret', async () => {
  const { history, queryClient } = await renderApplicationAdminPage('/admin/new-application', {
    createApplication: made(grafanaSetup),
  })
  await page.getByRole('link', { name: /^Grafana/ }).click()
  await findTextField('Address of Grafana').fill('https://dash.example')
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByText('“Wiki” is registered.')).toBeVisible()
  // A memory history does not ask about BACK, so this uses another navigation to the same address.
  history.push('/admin/new-application')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'What do you want to connect?' })).toBeVisible()
  expect(document.body.textContent).not.toContain('s3cret')
  await expect
    .poll(
      () =>
        JSON.stringify(
          queryClient
            .getMutationCache()
            .getAll()
            .map(({ state }) => state),
        ),
      { timeout: 5000 },
    )
    .not.toContain('s3cret')
  expect(
    JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain('s3cret')
})

test('an instance of an earlier release sends single values, with the secret', async () => {
  const clientSettings = [{ name: 'client secret', value: 's3cret', about: '' }]
  await connect({ application: wikiApplicationListItemFixture, secret: 's3cret', clientSettings, changes: [] })
  await expect.element(page.getByText('s3cret')).toBeVisible()
})

test('the page of an application shows the same block with a placeholder', async () => {
  await renderApplicationAdminPage('/admin/applications/wiki/connect', { readApplication: wikiApplicationFixture })
  await expect
    .element(page.getByRole('region', { name: '.env' }))
    .toHaveTextContent('COUNTERSIGN_CLIENT_ID=wiki COUNTERSIGN_CLIENT_SECRET=THE_SECRET')
  await expect.element(page.getByText(/^Replace THE_SECRET with the client secret/)).toBeVisible()
  await expectRenderedPageAccessible()
})
