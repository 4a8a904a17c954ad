// The form that connects a new application.
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

test('an application is checked as it is typed, and its secret is shown once it is connected', async () => {
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
  await expect.element(findTextField('Id')).toHaveValue('team-wiki')
  const redirect = findTextField('Redirect addresses')
  await redirect.fill('http://wiki.example/callback')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('It appears here as soon as everything above is right.')).toBeVisible()
  await redirect.fill(' https://wiki.example/callback ')
  await expect.element(redirect).toHaveAttribute('aria-invalid', 'false')
  await expect.element(page.getByRole('button', { name: 'Copy: client id' })).toBeVisible()
  await expectRenderedPageAccessible()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(page.getByText('“Wiki” is connected.')).toBeVisible()
  await expect.element(page.getByText('s3cret')).toBeVisible()
  expect(server.getSentBodies('createApplication')).toEqual([
    { definition: { ...wikiApplicationDefinitionFixture, id: 'team-wiki', name: 'Team Wiki' } },
  ])
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible()
  await expect.element(page.getByText('s3cret')).not.toBeInTheDocument()
})

test('a known program is filled in from its address, and only name and id outlast a change of kind', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await findTextField('Id').fill('board')
  const start = page.getByRole('combobox', { name: 'What is it?' })
  await start.selectOptions('Grafana')
  await expect.element(findTextField('Id')).toHaveValue('board')
  await findTextField('The address at which people open it').fill('https://dash.example/')
  const redirect = findTextField('Redirect addresses')
  await expect.element(redirect).toHaveValue('https://dash.example/login/generic_oauth')
  await redirect.fill('https://dash.example/other')
  await start.selectOptions('web')
  await expect.element(redirect).toHaveValue('')
  await expect.element(findTextField('Id')).toHaveValue('board')
})

test('what is missing in a new application is said at its field once someone tries, and the first has the focus', async () => {
  await renderApplicationAdminPage('/admin/new-application', {
    checkApplication: createFailedApplicationCheckFixture(nameFault, {
      path: 'redirectUris',
      message: 'must have at least one entry',
      code: 'redirects_needed',
      values: {},
    }),
  })
  await expect.element(findTextField('Name')).toHaveAttribute('aria-invalid', 'false')
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(findTextField('Name')).toHaveFocus()
  await expect.element(findTextField('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(findTextField('Redirect addresses')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(/not right yet/)).toBeVisible()
  await expectRenderedPageAccessible()
})

test('an error in a part that is not open opens it', async () => {
  const reason = { path: 'requires[0].reason', message: 'must be short', code: 'address_empty', values: {} } as const
  await renderApplicationAdminPage('/admin/new-application', {
    checkApplication: createFailedApplicationCheckFixture(reason),
  })
  await page.getByText(/^Everything else/).click()
  await page.getByRole('checkbox', { name: /^name –/ }).click()
  await page.getByText(/^Everything else/).click()
  await page.getByRole('button', { name: 'Connect it' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Why it needs “name”' })).toHaveFocus()
})
