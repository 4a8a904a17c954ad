import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectRenderedPageAccessible,
  expectRenderedPageFitsWidth,
} from '../../../../testing/render-admin-page-for-tests.tsx'
import { renderApplicationAdminPage } from '../../../../testing/application-page-fixtures.tsx'

const search = () => page.getByRole('searchbox', { name: 'Search 3 programs and frameworks' })
const program = (name: RegExp | string) => page.getByRole('link', { name })

const category = (name: string) => page.getByRole('button', { name, exact: true })
const listHeadings = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

test('the gallery starts with the most used programs, and the kinds of applications are next', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await expect.element(search()).toHaveFocus()
  await expect.element(program(/^Grafana/)).toBeVisible()
  await expect.element(program(/^Kubernetes/)).not.toBeInTheDocument()
  expect(listHeadings()).toEqual(['Most used', 'Something else'])
  await expectRenderedPageAccessible()
  expectRenderedPageFitsWidth()
})

test('a category lists its programs, and "All" lists all categories', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await category('Libraries').click()
  await expect.element(category('Libraries')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(program(/^Auth\.js/)).toBeVisible()
  await expect.element(program(/^Grafana/)).not.toBeInTheDocument()
  await category('All').click()
  expect(listHeadings()).toEqual(['Data and AI', 'Infrastructure', 'Libraries', 'Something else'])
  await expectRenderedPageAccessible()
  await category('Something else').click()
  expect(listHeadings()).toEqual(['Something else'])
})

test('the gallery is in German on a German page, and finds German words', async () => {
  await renderApplicationAdminPage('/admin/new-application', {}, { language: 'de' })
  await page.getByRole('searchbox').fill('Anmeldebibliothek')
  await expect.element(program(/^Auth\.js\s*Anmeldebibliothek für Next\.js/)).toBeVisible()
})

test('a search finds names and descriptions, and Enter opens the best match', async () => {
  const { history } = await renderApplicationAdminPage('/admin/new-application')
  await search().fill('nextjs')
  await expect.element(program(/^Auth\.js/)).toBeVisible()
  await expect.element(program(/^Grafana/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => history.location.href).toBe('/admin/new-application?program=auth-js')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connect: Auth.js' })).toBeVisible()
  history.back()
  await expect.element(search()).toHaveFocus()
})

test('a search without a result asks what kind of application it is', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await search().fill('quake')
  await expect.element(page.getByRole('status').filter({ hasText: 'Nothing found for “quake”.' })).toBeInTheDocument()
  expect(listHeadings()).toEqual(['No “quake” here. What is it?'])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(program(/^Website/)).toHaveFocus()
  await expectRenderedPageAccessible()
})

test('arrow keys move through the programs, and back into the search', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await category('All').click()
  await search().click()
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(program(/^Grafana/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(program(/^Kubernetes/)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(program(/^Auth\.js/)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(program(/^Website/)).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(search()).toHaveFocus()
})

test('keys with a modifier stay with the browser', async () => {
  await renderApplicationAdminPage('/admin/new-application')
  await category('All').click()
  await search().click()
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(program(/^Kubernetes/)).toHaveFocus()
  const link = document.activeElement as HTMLElement
  for (const key of ['ArrowLeft', 'ArrowRight']) {
    const event = new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true })
    link.dispatchEvent(event)
    expect(event.defaultPrevented, key).toBe(false)
  }
  await expect.element(program(/^Kubernetes/)).toHaveFocus()
})

test('the gallery fits a phone of 320 px', async () => {
  await renderApplicationAdminPage('/admin/new-application', {}, { viewport: [320, 700], language: 'de' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Was möchten Sie verbinden?' })).toBeVisible()
  expectRenderedPageFitsWidth()
})
