// The forms that connect and change an application: what they check, send and say.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeErrorResponse, fakeUnreachableResponse } from '../../../testing/fake-api-server.ts'
import {
  applicationFixtureTimestamp,
  wikiApplicationDefinitionFixture,
  wikiApplicationListItemFixture,
  wikiApplicationFixture,
  passedApplicationCheckFixture,
  createFailedApplicationCheckFixture,
  createHttpAddressErrorFixture,
  findTextField,
  renderApplicationAdminPage,
} from '../../../testing/application-page-fixtures.tsx'

const save = () => page.getByRole('button', { name: 'Save the changes' })
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Parts of this application' }).getByRole('link', { name })

test('a change of an application sends only what was changed', async () => {
  const requires = [{ claim: 'name', reason: 'Shown beside what you write.' }]
  // As a later release, which has a member that this page does not know.
  const stored = { ...wikiApplicationDefinitionFixture, requires, laterMember: true }
  const server = await renderApplicationAdminPage('/admin/applications/wiki', {
    readApplication: { ...wikiApplicationFixture, definition: stored },
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await expect.element(save()).not.toBeInTheDocument()
  await findTextField('Name').fill('Handbook')
  await tab('Access').click()
  await page.getByRole('checkbox', { name: 'A contract wallet' }).click()
  await save().click()
  await expect.element(save()).not.toBeInTheDocument()
  expect(server.getSentBodies('changeApplication')).toEqual([
    {
      definition: { name: 'Handbook', signInMethods: ['key', 'solana', 'bitcoin', 'passkey'] },
      partial: true,
      changedAt: applicationFixtureTimestamp,
    },
  ])
  expect(server.getSentBodies('checkApplication').at(-1)).toEqual({
    definition: { name: 'Handbook', signInMethods: ['key', 'solana', 'bitcoin', 'passkey'] },
    partial: true,
    replaces: 'wiki',
  })
})

test('changes of an application last from tab to tab, and are discarded together', async () => {
  const { history } = await renderApplicationAdminPage('/admin/applications/wiki')
  await findTextField('Name').fill('Handbook')
  await tab('Access').click()
  const contract = page.getByRole('checkbox', { name: 'A contract wallet' })
  await contract.click()
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(contract).toBeChecked()
  await tab('Overview').click()
  await expect.element(findTextField('Name')).toHaveValue('Wiki')
  await findTextField('Name').fill('Handbook')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/applications/wiki')
})

test('an error in another tab leads to its field there', async () => {
  await renderApplicationAdminPage('/admin/applications/wiki/connect', {
    checkApplication: createFailedApplicationCheckFixture(createHttpAddressErrorFixture('redirectUris[1]')),
  })
  const add = page.getByRole('button', { name: 'Add another: Redirect addresses' })
  const second = findTextField('Redirect addresses 2')
  const third = findTextField('Redirect addresses 3')
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
  await expect.element(findTextField('Redirect addresses')).toHaveAttribute('aria-invalid', 'false')
  await expect.element(tab('Connect')).toHaveAttribute('aria-current', 'page')
})

test('a refused change of an application says why, and keeps what is written', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki', {
    checkApplication: fakeUnreachableResponse,
    changeApplication: new FakeErrorResponse('application.conflict'),
  })
  await findTextField('Name').fill('Handbook')
  await save().click()
  await expect.element(page.getByText('The server does not answer.')).toBeVisible()
  expect(server.getSentBodies('changeApplication')).toEqual([])
  server.setResponses({ checkApplication: passedApplicationCheckFixture })
  await save().click()
  await expect.element(page.getByText('Someone else changed this application after you opened it.')).toBeVisible()
  await expect.element(findTextField('Name')).toHaveValue('Handbook')
})

test('new subjects for people are confirmed before they are saved', async () => {
  const strangers = { path: 'subjectType', message: 'changes names', code: 'subject_strangers', values: {} } as const
  const server = await renderApplicationAdminPage('/admin/applications/wiki/connect', {
    checkApplication: ({ body }) =>
      body.newSubjects === true ? passedApplicationCheckFixture : createFailedApplicationCheckFixture(strangers),
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await page.getByText('The definition as JSON').click()
  await findTextField('Definition').fill(JSON.stringify({ ...wikiApplicationDefinitionFixture, subjectType: 'public' }))
  const meant = page.getByRole('group', { name: 'Not saved yet' }).getByRole('checkbox')
  await meant.click()
  await save().click()
  await expect
    .poll(() => server.getSentBodies('changeApplication'))
    .toEqual([
      {
        definition: { subjectType: 'public' },
        partial: true,
        newSubjects: true,
        changedAt: applicationFixtureTimestamp,
      },
    ])
})

test('the JSON view says the same as the fields, both ways, and survives what is no JSON', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  await page.getByText('The definition as JSON').click()
  const json = findTextField('Definition')
  await findTextField('Name').fill('Notes')
  await expect.element(json).toHaveValue(expect.stringContaining('"name": "Notes"') as never)
  await json.fill(
    JSON.stringify({
      ...wikiApplicationDefinitionFixture,
      name: 'More notes',
      redirectUris: ['https://notes.example/back'],
    }),
  )
  await expect.element(findTextField('Name')).toHaveValue('More notes')
  await expect.element(findTextField('Redirect addresses')).toHaveValue('https://notes.example/back')
  await json.fill('{')
  await expect.element(page.getByText('That is not a JSON object.')).toBeVisible()
  await expect.element(findTextField('Name')).toHaveValue('More notes')
})

test('claims are renamed, placed and added, and one with a dot in its name stays one claim', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki/claims', {
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await findTextField('Name of wallet there').fill('address')
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
  await renderApplicationAdminPage('/admin/new-application')
  await page.getByText(/^Everything else/).click()
  const light = findTextField('Colour in light mode')
  await light.fill('#ffee00')
  await expect.element(page.getByText(/^Contrast 1\.\d+; at least 4\.5 is needed\./)).toBeVisible()
  await light.fill('#7a1fa2')
  await expect.element(light).toHaveAttribute('aria-invalid', 'false')
})
