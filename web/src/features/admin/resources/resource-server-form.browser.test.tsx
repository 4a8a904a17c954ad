import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeErrorResponse, fakeUnreachableResponse } from '../../../testing/fake-api-server.ts'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'

const at = '2026-01-01T00:00:00.000Z'

const notes: AdminApiEndpointOutput<'readResource'> = {
  id: 'r1',
  resource: 'https://notes.example/mcp',
  name: 'Notes',
  scopes: [{ scope: 'read', description: 'Read your notes' }],
  openTo: 'listed',
  subjects: 'by-resource',
  product: null,
  claims: [],
  tokenLifetimeSeconds: null,
  algorithm: 'ES256',
  tokenType: 'at+jwt',
  described: true,
  applications: [],
  people: 3,
  createdAt: at,
  changedAt: at,
}
const list = { items: [], nextCursor: null, total: 0 }
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save' })

test('an invalid resource is not saved, and each error appears at its field', async () => {
  const server = await renderAdminPage('/admin/new-resource', {
    checkResource: {
      errors: [
        { path: 'resource', message: 'must start with "https://"', code: 'address_https', values: {} },
        { path: 'scopes[1].scope', message: 'must be a string', code: 'address_empty', values: {} },
      ],
    },
  })
  await field('Address').fill(' http://notes.example/mcp/ ')
  await field('Scope 1').fill(' read ')
  await field('Description of scope 1').fill(' ')
  await page.getByRole('button', { name: 'Add scope' }).click()
  await page.getByRole('button', { name: 'Add scope' }).click()
  await field('Description of scope 3').fill('Change your notes')
  await expectRenderedPageAccessible()
  await page.getByRole('button', { name: 'Add resource' }).click()
  await expect.element(field('Address')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Address')).toHaveFocus()
  // The empty row was not sent, so the error of the second scope appears at the third row.
  await expect.element(field('Scope 3')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Scope 2')).toHaveAttribute('aria-invalid', 'false')
  expect(server.getSentBodies('checkResource')).toEqual([
    {
      resource: 'http://notes.example/mcp/',
      name: 'notes.example/mcp',
      scopes: [
        { scope: 'read', description: null },
        { scope: '', description: 'Change your notes' },
      ],
      openTo: 'listed',
      tokenLifetimeSeconds: null,
      claims: [],
      algorithm: 'ES256',
      tokenType: 'at+jwt',
      subjects: 'by-resource',
    },
  ])
  await field('Address').fill('https://notes.example/')
  await expect.element(field('Scope 3')).toHaveAttribute('aria-invalid', 'false')
})

test('creating a resource sends the entered values and opens its page', async () => {
  const server = await renderAdminPage('/admin/new-resource', {
    checkResource: { errors: [] },
    createResource: notes,
    listResources: list,
    readResource: notes,
  })
  await field('Address').fill('https://notes.example/mcp')
  await field('Name').fill('Notes')
  await field('Token lifetime').fill('6x00')
  await expect.element(field('Token lifetime')).toHaveValue('600')
  await page.getByRole('combobox', { name: 'Which applications may use it' }).selectOptions('everyone')
  await page.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Add resource' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  expect(server.getSentBodies('createResource')[0]).toMatchObject({
    name: 'Notes',
    scopes: [],
    openTo: 'everyone',
    tokenLifetimeSeconds: 600,
    claims: ['wallet'],
  })
})

test('a failed resource save shows the error and keeps the input', async () => {
  const server = await renderAdminPage('/admin/resources/r1', {
    listResources: list,
    readResource: notes,
    checkResource: { errors: [] },
    changeResource: new FakeErrorResponse('resource.conflict'),
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(field('Address')).toHaveAttribute('readonly')
  await field('Name').fill('All notes')
  await save().click()
  await expect.element(page.getByText('Someone else changed this resource after you opened it.')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('All notes')
  server.setResponses({ changeResource: fakeUnreachableResponse })
  await save().click()
  await expect.element(page.getByText('The server isn’t responding.')).toBeVisible()
  server.setResponses({ changeResource: { ...notes, name: 'All notes', changes: [] } })
  await save().click()
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(server.getSentBodies('changeResource').at(-1)).toMatchObject({ name: 'All notes', changedAt: at })
})

test('changing the subject identifiers of a resource requires confirming the number of affected people', async () => {
  const server = await renderAdminPage('/admin/resources/r1', {
    listResources: list,
    readResource: notes,
    checkResource: { errors: [] },
    changeResource: { ...notes, changes: [] },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Person ID (sub)' }).selectOptions('by-application')
  await save().click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/3 people have granted/)).toBeVisible()
  expect(server.getSentBodies('changeResource')).toEqual([])
  await dialog.getByRole('button', { name: 'Change IDs' }).click()
  await expect.poll(() => server.getSentBodies('changeResource')).toMatchObject([{ confirmedPeople: 3 }])
})

test('a change that the product of a resource does not allow is explained next to the product', async () => {
  const server = await renderAdminPage('/admin/resources/r1', {
    listResources: list,
    readResource: { ...notes, product: 'shop' },
    checkResource: { errors: [{ path: 'product', message: '', code: 'product_open_to', values: {} }] },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(field('Product')).toHaveAttribute('readonly')
  await field('Name').fill('All notes')
  await save().click()
  await expect.element(page.getByText('must be null unless openTo is "listed"', { exact: false })).toBeVisible()
  expect(server.getSentBodies('checkResource')).toMatchObject([{ name: 'All notes', product: 'shop' }])
})

test('leaving with unsaved resource changes asks for confirmation', async () => {
  const { history } = await renderAdminPage('/admin/resources/r1', { listResources: list, readResource: notes })
  await page.getByRole('button', { name: 'Edit' }).click()
  await field('Name').fill('All notes')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(history.location.pathname).toBe('/admin/resources/r1')
})
