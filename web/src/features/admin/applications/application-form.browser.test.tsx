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

const save = () => page.getByRole('button', { name: 'Save changes' })
const tab = (name: string) => page.getByRole('navigation', { name: 'Application sections' }).getByRole('link', { name })

test('saving an application sends only the changed fields', async () => {
  const requires = [{ claim: 'name', reason: 'Shown next to what you write.' }]
  // A member from a later release that this page does not know.
  const stored = { ...wikiApplicationDefinitionFixture, requires, laterMember: true }
  const server = await renderApplicationAdminPage('/admin/applications/wiki', {
    readApplication: { ...wikiApplicationFixture, definition: stored },
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await expect.element(save()).not.toBeInTheDocument()
  await findTextField('Name').fill('Handbook')
  await tab('Access').click()
  await page.getByRole('checkbox', { name: 'Contract wallet' }).click()
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

test('unsaved application changes survive tab switches and are discarded together', async () => {
  const { history } = await renderApplicationAdminPage('/admin/applications/wiki')
  await findTextField('Name').fill('Handbook')
  await tab('Access').click()
  const contract = page.getByRole('checkbox', { name: 'Contract wallet' })
  await contract.click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(contract).toBeChecked()
  await tab('Overview').click()
  await expect.element(findTextField('Name')).toHaveValue('Wiki')
  await findTextField('Name').fill('Handbook')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(history.location.pathname).toBe('/admin/applications/wiki')
})

test('saving with an error in another tab opens that tab and focuses the field', async () => {
  await renderApplicationAdminPage('/admin/applications/wiki/connect', {
    checkApplication: createFailedApplicationCheckFixture(createHttpAddressErrorFixture('redirectUris[1]')),
  })
  const add = page.getByRole('button', { name: 'Add another: Redirect URIs' })
  const second = findTextField('Redirect URIs 2')
  const third = findTextField('Redirect URIs 3')
  await add.click()
  await second.fill('https://wiki.example/other')
  await add.click()
  await third.fill('http://wiki.example/back')
  // An empty field is not sent, so the second address on the server is the third field in the form.
  await second.fill('')
  await tab('Access').click()
  await save().click()
  await expect.element(third).toHaveFocus()
  await expect.element(third).toHaveAttribute('aria-invalid', 'true')
  await expect.element(second).toHaveAttribute('aria-invalid', 'false')
  await expect.element(findTextField('Redirect URIs')).toHaveAttribute('aria-invalid', 'false')
  await expect.element(tab('Connect')).toHaveAttribute('aria-current', 'page')
})

test('a failed application save shows the error and keeps the input', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki', {
    checkApplication: fakeUnreachableResponse,
    changeApplication: new FakeErrorResponse('application.conflict'),
  })
  await findTextField('Name').fill('Handbook')
  await save().click()
  await expect.element(page.getByText('The server isn’t responding.')).toBeVisible()
  expect(server.getSentBodies('changeApplication')).toEqual([])
  server.setResponses({ checkApplication: passedApplicationCheckFixture })
  await save().click()
  await expect.element(page.getByText('Someone else changed this application after you opened it.')).toBeVisible()
  await expect.element(findTextField('Name')).toHaveValue('Handbook')
})

test('saving a subject type that changes subject identifiers requires confirmation', async () => {
  const strangers = { path: 'subjectType', message: 'changes names', code: 'subject_strangers', values: {} } as const
  const server = await renderApplicationAdminPage('/admin/applications/wiki/connect', {
    checkApplication: ({ body }) =>
      body.newSubjects === true ? passedApplicationCheckFixture : createFailedApplicationCheckFixture(strangers),
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await page.getByText('Definition as JSON').click()
  await findTextField('Definition').fill(JSON.stringify({ ...wikiApplicationDefinitionFixture, subjectType: 'public' }))
  const meant = page.getByRole('group', { name: 'Unsaved changes' }).getByRole('checkbox')
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

test('the JSON view and the fields stay in sync, and invalid JSON changes nothing', async () => {
  await renderApplicationAdminPage('/admin/new-application?kind=web')
  await page.getByText(/^More settings/).click()
  await page.getByText('Definition as JSON').click()
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
  await expect.element(findTextField('Redirect URIs')).toHaveValue('https://notes.example/back')
  await json.fill('{')
  await expect.element(page.getByText('This isn’t a JSON object.')).toBeVisible()
  await expect.element(findTextField('Name')).toHaveValue('More notes')
})

test('claims can be renamed, placed and added, and a dot in a claim name does not split the name', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki/claims', {
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await findTextField('Name for wallet').fill('address')
  await page.getByRole('combobox', { name: 'Place for wallet', exact: true }).selectOptions('From both')
  await page.getByRole('button', { name: 'Add claim' }).click()
  const constants = page.getByRole('group', { name: 'Fixed claims' })
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

test('an accent color with too little contrast is rejected while typing', async () => {
  await renderApplicationAdminPage('/admin/new-application?kind=web')
  await page.getByText(/^More settings/).click()
  const light = findTextField('Color in light mode')
  await light.fill('#ffee00')
  await expect.element(page.getByText(/^Contrast 1\.\d+; it must be at least 4\.5\./)).toBeVisible()
  await light.fill('#7a1fa2')
  await expect.element(light).toHaveAttribute('aria-invalid', 'false')
})

test('an application is made first-party and put into a product', async () => {
  const product = {
    id: 'shop',
    name: 'Shop',
    redirectHosts: ['wiki.example'],
    applications: [],
    resources: [],
    createdAt: applicationFixtureTimestamp,
    changedAt: applicationFixtureTimestamp,
  }
  const server = await renderApplicationAdminPage('/admin/applications/wiki/access', {
    listProducts: { items: [product] },
    changeApplication: { application: wikiApplicationListItemFixture, secret: null, clientSettings: [], changes: [] },
  })
  await page.getByRole('checkbox', { name: 'First-party application' }).click()
  await page.getByRole('combobox', { name: 'Product' }).selectOptions('Shop')
  await save().click()
  await expect
    .poll(() => server.getSentBodies('changeApplication'))
    .toMatchObject([{ definition: { firstParty: true, product: 'shop' }, partial: true }])
})

test('a refused product is explained next to its field, and a failed list of products can be loaded again', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki/access', {
    readApplication: {
      ...wikiApplicationFixture,
      definition: { ...wikiApplicationDefinitionFixture, product: 'gone' },
    },
    listProducts: fakeUnreachableResponse,
    checkApplication: createFailedApplicationCheckFixture({
      path: 'product',
      message: '',
      code: 'product_unknown',
      values: { id: 'gone' },
    }),
  })
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  server.setResponses({ listProducts: { items: [] } })
  await retry.click()
  await expect.element(page.getByRole('combobox', { name: 'Product' })).toHaveValue('gone')
  await page.getByRole('checkbox', { name: 'First-party application' }).click()
  await save().click()
  await expect.element(page.getByText('there is no product', { exact: false })).toBeVisible()
})
