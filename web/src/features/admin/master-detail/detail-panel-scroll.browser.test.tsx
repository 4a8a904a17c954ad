import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  renderApplicationAdminPage,
  wikiApplicationListItemFixture,
} from '../../../testing/application-page-fixtures.tsx'

test('a tab of the panel opens at its top, however far the previous tab was scrolled', async () => {
  await renderApplicationAdminPage(
    '/admin/applications',
    {
      listApplications: {
        items: [{ ...wikiApplicationListItemFixture, signInsByDay: [] }],
        nextCursor: null,
        total: null,
      },
    },
    { viewport: [1440, 400] },
  )
  await page.getByRole('link', { name: 'Wiki' }).first().click()
  const getPanel = () => document.getElementById('panel') as HTMLElement
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await expect.element(tab('Access')).toBeVisible()
  await expect.poll(() => getPanel().scrollHeight).toBeGreaterThan(600)
  getPanel().scrollTo(0, 200)
  expect(getPanel().scrollTop).toBe(200)
  // The click of the test driver could scroll first.
  ;(tab('Access').element() as HTMLElement).click()
  await expect.element(page.getByRole('region', { name: 'Who would be affected' })).toBeInTheDocument()
  expect(getPanel().scrollTop).toBe(0)
})
