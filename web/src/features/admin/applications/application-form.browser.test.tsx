// The forms that connect and change an application: what they check, send and say.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RefusedResponse, unreachableServer } from '../../../testing/fake-server.ts'
import type { FakeResponses } from '../../../testing/fake-server.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  pressWithKeyboard,
  renderAdminPage,
} from '../../../testing/render-admin-page.tsx'

type Check = AdminEndpointOutput<'checkApplication'>

const at = '2026-01-01T00:00:00.000Z'
const empty = { items: [], nextCursor: null, total: 0 }

const definition = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  uri: null,
  policyUri: null,
  termsUri: null,
  redirectUris: ['https://wiki.example/callback'],
  hosts: [],
  openPaths: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  grantTypes: ['authorization_code', 'refresh_token'],
  authentication: 'client_secret_basic',
  scopes: ['openid', 'profile', 'wallet', 'offline_access'],
  subjectType: 'pairwise',
  claimsIn: 'userinfo',
  claims: { rename: {}, constants: {}, into: {}, roles: null },
  preferredUsername: 'user-name',
  email: 'none',
  requires: [],
  resources: [],
  rotateRefreshTokens: false,
  maximumAgeSeconds: null,
  allowedGroups: [],
  ways: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
  chains: [],
  colours: { light: null, dark: null },
}

const listed: AdminEndpointOutput<'createApplication'>['application'] = {
  id: 'wiki',
  name: 'Wiki',
  kind: 'web',
  enabled: true,
  origin: 'operator',
  logo: null,
  uri: null,
  people: 2,
  createdAt: at,
  changedAt: at,
  lastUsedAt: null,
}

const wiki: AdminEndpointOutput<'readApplication'> = {
  ...listed,
  definition,
  paste: [],
  hasSecret: true,
  previousSecretUntil: null,
  signIns: [],
  live: 0,
  sector: 'wiki.example',
}

const presets: AdminEndpointOutput<'readPresets'> = {
  kinds: [{ kind: 'web', definition: { ...definition, id: '', name: '', redirectUris: [] } }],
  programs: [
    {
      id: 'grafana',
      name: 'Grafana',
      about: 'Dashboards',
      kind: 'web',
      definition: { id: 'grafana', name: 'Grafana', redirectUris: ['{address}/login/generic_oauth'] },
      asks: [{ name: 'address', about: 'The address at which people open it', example: 'https://grafana.example' }],
    },
  ],
  chains: [{ id: '8453', name: 'Base' }],
}

const sound: Check = { faults: [], definition: null, paste: [{ name: 'client id', value: 'wiki', about: '' }] }
const faulty = (...faults: Check['faults']): Check => ({ ...sound, faults })
const httpFault = (path: string) => ({ path, message: 'must be https', code: 'address_http', values: {} }) as const
const nameFault = { path: 'name', message: 'must not be empty', code: 'address_empty', values: {} } as const

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save the changes' })
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Parts of this application' }).getByRole('link', { name })

const answers: FakeResponses = {
  readPresets: presets,
  checkApplication: sound,
  readApplication: wiki,
  listApplications: empty,
  listGroups: { ...empty, items: [] },
  listResources: empty,
  readFigures: new RefusedResponse('server.fault'),
  listEvents: empty as never,
}
const open = (path: string, more: FakeResponses = {}, options: Parameters<typeof renderAdminPage>[2] = {}) =>
  renderAdminPage(path, { ...answers, ...more }, options)

test('an application is checked as it is typed, and its secret is shown once it is connected', async () => {
  const server = await open('/admin/new-application', {
    checkApplication: ({ body }) =>
      String(body.definition.redirectUris).startsWith('http:') ? faulty(httpFault('redirectUris[0]')) : sound,
    createApplication: { application: listed, secret: 's3cret', paste: sound.paste, changes: [] },
  })
  await field('Name').fill('Team Wiki')
  await expect.element(field('Id')).toHaveValue('team-wiki')
  const redirect = field('Redirect addresses')
  await redirect.fill('http://wiki.example/callback')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('It appears here as soon as everything above is right.')).toBeVisible()
  await redirect.fill(' https://wiki.example/callback ')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect.element(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(page.getByText('“Wiki” is connected.')).toBeVisible()
  await expect.element(page.getByText('s3cret')).toBeVisible()
  expect(server.getSentBodies('createApplication')).toEqual([
    { definition: { ...definition, id: 'team-wiki', name: 'Team Wiki' } },
  ])
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible()
  await expect.element(page.getByText('s3cret')).not.toBeInTheDocument()
})

test('a known program is filled in from its address, and only name and id outlast a change of kind', async () => {
  await open('/admin/new-application')
  await field('Id').fill('board')
  const start = page.getByRole('combobox', { name: 'What is it?' })
  await start.selectOptions('Grafana')
  await expect.element(field('Id')).toHaveValue('board')
  await field('The address at which people open it').fill('https://dash.example/')
  const redirect = field('Redirect addresses')
  await expect.element(redirect).toHaveValue('https://dash.example/login/generic_oauth')
  await redirect.fill('https://dash.example/other')
  await start.selectOptions('web')
  await expect.element(redirect).toHaveValue('')
  await expect.element(field('Id')).toHaveValue('board')
})

test('what is missing in a new application is said at its field once someone tries, and the first has the focus', async () => {
  await open('/admin/new-application', {
    checkApplication: faulty(nameFault, {
      path: 'redirectUris',
      message: 'must have at least one entry',
      code: 'redirects_needed',
      values: {},
    }),
  })
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Redirect addresses')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(/not right yet/)).toBeVisible()
  await expectAccessible()
})

test('an error in a part that is not open opens it', async () => {
  const reason = { path: 'requires[0].reason', message: 'must be short', code: 'address_empty', values: {} } as const
  await open('/admin/new-application', { checkApplication: faulty(reason) })
  await page.getByText(/^Everything else/).click()
  await page.getByRole('checkbox', { name: /^name –/ }).click()
  await page.getByText(/^Everything else/).click()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Why it needs “name”' })).toHaveFocus()
})

test('a change of an application sends only what was changed', async () => {
  const requires = [{ claim: 'name', reason: 'Shown beside what you write.' }]
  // As a later release, which has a member that this page does not know.
  const stored = { ...definition, requires, laterMember: true }
  const server = await open('/admin/applications/wiki', {
    readApplication: { ...wiki, definition: stored },
    changeApplication: { application: listed, secret: null, paste: [], changes: [] },
  })
  await expect.element(save()).not.toBeInTheDocument()
  await field('Name').fill('Handbook')
  await tab('Access').click()
  await page.getByRole('checkbox', { name: 'A contract wallet' }).click()
  await save().click()
  await expect.element(save()).not.toBeInTheDocument()
  expect(server.getSentBodies('changeApplication')).toEqual([
    {
      definition: { name: 'Handbook', ways: ['key', 'solana', 'bitcoin', 'passkey'] },
      partial: true,
      changedAt: at,
    },
  ])
  expect(server.getSentBodies('checkApplication').at(-1)).toEqual({
    definition: { name: 'Handbook', ways: ['key', 'solana', 'bitcoin', 'passkey'] },
    partial: true,
    replaces: 'wiki',
  })
})

test('changes of an application last from tab to tab, and are discarded together', async () => {
  const { history } = await open('/admin/applications/wiki')
  await field('Name').fill('Handbook')
  await tab('Access').click()
  const contract = page.getByRole('checkbox', { name: 'A contract wallet' })
  await contract.click()
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(contract).toBeChecked()
  await tab('Overview').click()
  await expect.element(field('Name')).toHaveValue('Wiki')
  await field('Name').fill('Handbook')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/applications/wiki')
})

test('an error in another tab leads to its field there', async () => {
  await open('/admin/applications/wiki/connect', { checkApplication: faulty(httpFault('redirectUris[1]')) })
  const add = page.getByRole('button', { name: 'Add another: Redirect addresses' })
  const second = field('Redirect addresses 2')
  const third = field('Redirect addresses 3')
  await add.click()
  await second.fill('https://wiki.example/other')
  await add.click()
  await third.fill('http://wiki.example/back')
  // An empty field is not sent, so that the server calls the third address the second.
  await second.fill('')
  await tab('Access').click()
  await save().click()
  await expect.element(third).toHaveFocus()
  await expect.element(third).toHaveAttribute('aria-invalid', 'true')
  await expect.element(second).toHaveAttribute('aria-invalid', 'false')
  await expect.element(field('Redirect addresses')).toHaveAttribute('aria-invalid', 'false')
  await expect.element(tab('Connect')).toHaveAttribute('aria-current', 'page')
})

test('a refused change of an application says why, and keeps what is written', async () => {
  const server = await open('/admin/applications/wiki', {
    checkApplication: unreachableServer,
    changeApplication: new RefusedResponse('application.changed_meanwhile'),
  })
  await field('Name').fill('Handbook')
  await save().click()
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  expect(server.getSentBodies('changeApplication')).toEqual([])
  server.setResponses({ checkApplication: sound })
  await save().click()
  await expect.element(page.getByText('Someone else changed this application after you opened it.')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Handbook')
})

test('new subjects for people are confirmed before they are saved', async () => {
  const strangers = { path: 'subjectType', message: 'changes names', code: 'subject_strangers', values: {} } as const
  const server = await open('/admin/applications/wiki/connect', {
    checkApplication: ({ body }) => (body.newSubjects === true ? sound : faulty(strangers)),
    changeApplication: { application: listed, secret: null, paste: [], changes: [] },
  })
  await page.getByText('The definition as JSON').click()
  await field('Definition').fill(JSON.stringify({ ...definition, subjectType: 'public' }))
  const meant = page.getByRole('group', { name: 'Not saved yet' }).getByRole('checkbox')
  await meant.click()
  await save().click()
  await expect
    .poll(() => server.getSentBodies('changeApplication'))
    .toEqual([{ definition: { subjectType: 'public' }, partial: true, newSubjects: true, changedAt: at }])
})

test('the JSON view says the same as the fields, both ways, and survives what is no JSON', async () => {
  await open('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  await page.getByText('The definition as JSON').click()
  const json = field('Definition')
  await field('Name').fill('Notes')
  await expect.element(json).toHaveValue(expect.stringContaining('"name": "Notes"') as never)
  await json.fill(JSON.stringify({ ...definition, name: 'More notes', redirectUris: ['https://notes.example/back'] }))
  await expect.element(field('Name')).toHaveValue('More notes')
  await expect.element(field('Redirect addresses')).toHaveValue('https://notes.example/back')
  await json.fill('{')
  await expect.element(page.getByText('That is not a JSON object.')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('More notes')
})

test('claims are renamed, placed and added, and one with a dot in its name stays one claim', async () => {
  const server = await open('/admin/applications/wiki/claims', {
    changeApplication: { application: listed, secret: null, paste: [], changes: [] },
  })
  await field('Name of wallet there').fill('address')
  await page.getByRole('combobox', { name: 'Where wallet is told' }).selectOptions('In both')
  await page.getByRole('button', { name: 'Add a value' }).click()
  const constants = page.getByRole('group', { name: 'The same for everybody' })
  await constants.getByRole('textbox', { name: 'Name' }).fill('https://acme.example/tenant')
  await constants.getByRole('textbox', { name: 'Value' }).fill('acme')
  await userEvent.tab()
  await save().click()
  await expect
    .poll(() => server.getSentBodies('changeApplication'))
    .toMatchObject([
      {
        definition: {
          claims: {
            rename: { wallet: 'address' },
            constants: { 'https://acme.example/tenant': 'acme' },
            into: { wallet: 'both' },
            roles: null,
          },
        },
      },
    ])
})

test('an accent that cannot be read is refused as it is typed', async () => {
  await open('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  const light = field('Colour in light mode')
  await light.fill('#ffee00')
  await expect.element(page.getByText(/^Contrast 1\.\d+; at least 4\.5 is needed\./)).toBeVisible()
  await light.fill('#7a1fa2')
  await expect.element(light).toHaveAttribute('aria-invalid', 'false')
})

test('N11 an auditor is told why nothing can be changed', async () => {
  await open('/admin/new-application', {}, { role: 'auditor' })
  const connectIt = page.getByRole('button', { name: 'Connect it' })
  await expect.element(connectIt).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(connectIt)
    .toHaveAccessibleDescription('Only an administrator or an owner can do this. Your role: Auditor.')
})

test('N11 an auditor sees an empty list, and why nothing can be connected', async () => {
  await open('/admin/applications', {}, { role: 'auditor' })
  await expect.element(page.getByText('No application yet')).toBeVisible()
  const connect = page.getByRole('button', { name: 'Connect an application' })
  await expect.element(connect).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible()
})

test('N4 an application with a name and an address full of script is text and nothing else', async () => {
  const name = '<img src=x onerror=alert(1)>\u202ex'
  const items = [{ ...listed, name, uri: 'javascript:alert(1)', signInsByDay: [] }]
  await open('/admin/applications', { listApplications: { items, nextCursor: null, total: 1 } })
  await expect.element(page.getByRole('link', { name: '<img src=x onerror=alert(1)>x' })).toBeVisible()
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
  expectNoHorizontalScroll()
})

test('an overfull list of applications on a phone, by keyboard alone', async () => {
  const items = Array.from({ length: 50 }, (_, place) => ({
    ...listed,
    id: `a${place}`,
    name: `${'Unterkunft'.repeat(5)} ${place}`,
    people: 1_234_567,
    enabled: place % 2 === 0,
    origin: 'registration' as const,
    signInsByDay: [],
  }))
  const list = { listApplications: { items, nextCursor: null, total: 50 } }
  const { history } = await open('/admin/applications', list, { viewport: [360, 740] })
  await expect.element(page.getByRole('row')).toHaveLength(51)
  await expectAccessible()
  expect(window.innerWidth).toBe(360)
  await pressWithKeyboard(page.getByRole('link', { name: /Unterkunft.* 0$/ }))
  await expect.poll(() => history.location.pathname).toBe('/admin/applications/a0')
})

test('errors of a definition are said in German', async () => {
  const fault = (path: string, code: 'address_http' | 'address_printed' | 'ways_needed', values = {}) =>
    ({ path, code, message: '', values }) as const
  const server = await open(
    '/admin/new-application',
    { checkApplication: faulty(fault('redirectUris[0]', 'address_http')) },
    { language: 'de' },
  )
  const redirect = field('Rücksprungadressen')
  await redirect.fill('http://buch.example/zurueck')
  await expect
    .element(
      page.getByText(
        'Sie muss mit „https://“ beginnen; einfaches http gibt es nur für localhost, 127.0.0.1 und [::1].',
      ),
    )
    .toBeVisible()
  server.setResponses({
    checkApplication: faulty(fault('redirectUris[0]', 'address_printed', { address: 'https://buch.example/' })),
  })
  await redirect.fill('https://BUCH.example/')
  await expect
    .element(page.getByText('Schreiben Sie sie, wie Browser sie schreiben: „https://buch.example/“.'))
    .toBeVisible()
  server.setResponses({ checkApplication: faulty(fault('ways', 'ways_needed')) })
  await redirect.fill('https://buch.example/')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await page.getByText(/^Alles Weitere/).click()
  await expect.element(page.getByText('Mindestens eines: sonst könnte sich niemand anmelden.')).toBeVisible()
  await expectAccessible()
})
