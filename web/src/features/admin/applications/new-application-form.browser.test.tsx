import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectRenderedPageAccessible } from '../../../testing/render-admin-page-for-tests.tsx'
import {
  wikiApplicationDefinitionFixture,
  wikiApplicationListItemFixture,
  passedApplicationCheckFixture,
  createFailedApplicationCheckFixture,
  createHttpAddressErrorFixture,
  findTextField,
  renderApplicationAdminPage,
} from '../../../testing/application-page-fixtures.tsx'

const nameFault = { path: 'name', message: 'must not be empty', code: 'address_empty', values: {} } as const

test('validates a new application while typing and shows its secret only after creation', async () => {
  const server = await renderApplicationAdminPage('/admin/new-application', {
    checkApplication: ({ body }) =>
      String(body.definition.redirectUris).startsWith('http:')
        ? createFailedApplicationCheckFixture(createHttpAddressErrorFixture('redirectUris[0]'))
        : passedApplicationCheckFixture,
    createApplication: {
      application: wikiApplicationListItemFixture,
      secret: 's3cret',
      clientSettings: passedApplicationCheckFixture.clientSettings,
      changes: [],
    },
  })
  await findTextField('Name').fill('Team Wiki')
  await expect.element(findTextField('ID')).toHaveValue('team-wiki')
  const redirect = findTextField('Redirect URIs')
  await redirect.fill('http://wiki.example/callback')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('They appear here once all fields above are valid.')).toBeVisible()
  await redirect.fill(' https://wiki.example/callback ')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect.element(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectRenderedPageAccessible()
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByText('“Wiki” is connected.')).toBeVisible()
  await expect.element(page.getByText('s3cret')).toBeVisible()
  expect(server.getSentBodies('createApplication')).toEqual([
    { definition: { ...wikiApplicationDefinitionFixture, id: 'team-wiki', name: 'Team Wiki' } },
  ])
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible()
  await expect.element(page.getByText('s3cret')).not.toBeInTheDocument()
})

test('fills in a known program from its URL and keeps a custom ID when the kind changes', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await findTextField('ID').fill('board')
  const start = page.getByRole('combobox', { name: 'Application type' })
  await start.selectOptions('Grafana')
  await expect.element(findTextField('ID')).toHaveValue('board')
  await findTextField('The address at which people open the application').fill('https://dash.example/')
  const redirect = findTextField('Redirect URIs')
  await expect.element(redirect).toHaveValue('https://dash.example/login/generic_oauth')
  await redirect.fill('https://dash.example/other')
  await start.selectOptions('web')
  await expect.element(redirect).toHaveValue('')
  await expect.element(findTextField('ID')).toHaveValue('board')
})

test('submitting an incomplete application marks the missing fields and focuses the first', async () => {
  await renderApplicationAdminPage('/admin/new-application', {
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
  await renderApplicationAdminPage('/admin/new-application', {
    checkApplication: createFailedApplicationCheckFixture(reason),
  })
  await page.getByText(/^More settings/).click()
  await page.getByRole('checkbox', { name: /^name –/ }).click()
  await page.getByText(/^More settings/).click()
  await page.getByRole('button', { name: 'Connect application' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Why it needs “name”' })).toHaveFocus()
})
