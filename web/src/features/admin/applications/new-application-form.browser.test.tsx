// The form that connects a new application.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/render-admin-page.tsx'
import { definition, listed, sound, faulty, httpFault, field, open } from '../../../testing/test-application-pages.tsx'

const nameFault = { path: 'name', message: 'must not be empty', code: 'address_empty', values: {} } as const

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
