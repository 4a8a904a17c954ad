import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectRenderedPageAccessible } from '../../../testing/render-admin-page-for-tests.tsx'
import {
  wikiApplicationDefinitionFixture,
  wikiApplicationListItemFixture,
  passedApplicationCheckFixture,
  wikiSetupFixture,
  createFailedApplicationCheckFixture,
  createHttpAddressErrorFixture,
  findTextField,
  renderApplicationAdminPage,
} from '../../../testing/application-page-fixtures.tsx'

const nameFault = { path: 'name', message: 'must not be empty', code: 'address_empty', values: {} } as const

test('validates a new website while typing, and shows its block with the secret only after creation', async () => {
  const server = await renderApplicationAdminPage('/admin/new-application?kind=web', {
    checkApplication: ({ body }) =>
      String(body.definition.redirectUris).startsWith('http:')
        ? createFailedApplicationCheckFixture(createHttpAddressErrorFixture('redirectUris[0]'))
        : passedApplicationCheckFixture,
    createApplication: {
      application: wikiApplicationListItemFixture,
      secret: 's3cret',
      clientSettings: [],
      setup: {
        ...wikiSetupFixture,
        blocks: [{ location: '.env', language: 'sh', text: 'COUNTERSIGN_CLIENT_SECRET=s3cret' }],
      },
      changes: [],
    },
  })
  await expect.element(findTextField('Name')).toHaveFocus()
  await findTextField('Name').fill('Team Wiki')
  const redirect = findTextField('Redirect URIs')
  await redirect.fill('http://wiki.example/callback')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'true')
  await redirect.fill(' https://wiki.example/callback ')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await expectRenderedPageAccessible()
  await page.getByText('More settings').click()
  await expect.element(findTextField('ID')).toHaveValue('team-wiki')
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByText('“Wiki” is registered.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: '.env' })).toHaveTextContent('COUNTERSIGN_CLIENT_SECRET=s3cret')
  expect(document.body.textContent.split('s3cret')).toHaveLength(2)
  await expectRenderedPageAccessible()
  expect(server.getSentBodies('createApplication')).toEqual([
    { definition: { ...wikiApplicationDefinitionFixture, id: 'team-wiki', name: 'Team Wiki' } },
  ])
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible()
  await expect.element(page.getByText('s3cret')).not.toBeInTheDocument()
})

test('a known program asks for its address and fills in the rest', async () => {
  await renderApplicationAdminPage('/admin/new-application?program=grafana')
  const address = findTextField('Address of Grafana')
  await expect.element(address).toHaveFocus()
  await expect.element(findTextField('Name')).toHaveValue('Grafana')
  await expect.element(findTextField('Redirect URIs')).not.toBeInTheDocument()
  await address.fill('https://dash.example/')
  await page.getByText('More settings').click()
  await expect.element(findTextField('Redirect URIs')).toHaveValue('https://dash.example/login/generic_oauth')
  await expect.element(findTextField('ID')).toHaveValue('grafana')
})

test('a known program whose ID is taken gets a free ID and name', async () => {
  await renderApplicationAdminPage('/admin/new-application?program=grafana', {
    listApplications: {
      items: [{ ...wikiApplicationListItemFixture, id: 'grafana', signInsByDay: [] }],
      nextCursor: null,
      total: 1,
    },
  })
  await expect.element(findTextField('Name')).toHaveValue('Grafana 2')
  await expect.element(page.getByText(/^The ID “grafana” is already used, so .* “grafana-2”\./)).toBeVisible()
  await page.getByText('More settings', { exact: true }).click()
  await expect.element(findTextField('ID')).toHaveValue('grafana-2')
  await findTextField('ID').fill('dashboards')
  await expect.element(page.getByText(/^The ID “grafana” is already used/)).not.toBeInTheDocument()
})

test('a missing or wrong address is explained at its field, with an example', async () => {
  await renderApplicationAdminPage('/admin/new-application?program=grafana', {
    checkApplication: createFailedApplicationCheckFixture(createHttpAddressErrorFixture('redirectUris[0]')),
  })
  await page.getByRole('button', { name: 'Connect application' }).click()
  const address = findTextField('Address of Grafana')
  await expect.element(address).toHaveFocus()
  await expect
    .element(page.getByText('Enter the address at which people open it, such as https://grafana.example.'))
    .toBeVisible()
  await address.fill('http://dash.example')
  await expect.element(address).toHaveAttribute('aria-invalid', 'true')
  await expect.element(address).toHaveAccessibleDescription(/must start with "https:/)
})

test('an unknown program in the URL shows the gallery', async () => {
  await renderApplicationAdminPage('/admin/new-application?program=quake')
  await expect.element(page.getByRole('heading', { level: 1, name: 'What do you want to connect?' })).toBeVisible()
})

test('submitting an incomplete application marks the missing fields and focuses the first', async () => {
  await renderApplicationAdminPage('/admin/new-application?kind=web', {
    checkApplication: createFailedApplicationCheckFixture(nameFault, {
      path: 'redirectUris',
      message: 'must have at least one entry',
      code: 'redirects_needed',
      values: {},
    }),
  })
  await expect.element(findTextField('Name')).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(findTextField('Name')).toHaveFocus()
  await expect.element(findTextField('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(findTextField('Redirect URIs')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(/^Fix 2 errors\.$/)).toBeVisible()
  await expectRenderedPageAccessible()
})

test('submitting with an error in a collapsed section expands it and focuses the field', async () => {
  const reason = { path: 'requires[0].reason', message: 'must be short', code: 'address_empty', values: {} } as const
  await renderApplicationAdminPage('/admin/new-application?kind=web', {
    checkApplication: createFailedApplicationCheckFixture(reason),
  })
  await page.getByText(/^More settings/).click()
  await page.getByRole('checkbox', { name: /^name –/ }).click()
  await page.getByText(/^More settings/).click()
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Why it needs “name”' })).toHaveFocus()
})
