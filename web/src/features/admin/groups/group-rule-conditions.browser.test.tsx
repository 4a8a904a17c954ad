// Finished conditions of a group rule, which are open one at a time.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { expectRenderedPageAccessible, focusByTabAndPressEnter } from '../../../testing/render-admin-page-for-tests.tsx'
import {
  createFakeGroupRulePreviewResponse,
  createEnsNameGroupRuleFixture,
  renderGroupAdminPage,
  staffGroupFixture,
} from '../../../testing/group-page-fixtures.tsx'

const kind = (part: Locator) => part.getByLabelText('Condition', { exact: true })

test('a finished condition collapses to its sentence, and opens for editing one at a time', async () => {
  const [one, other] = [createEnsNameGroupRuleFixture('a.eth'), createEnsNameGroupRuleFixture('b.eth')]
  const server = await renderGroupAdminPage('/admin/groups/staff', {
    readGroup: { ...staffGroupFixture, rule: { all: [one, { any: [other, one] }] } },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  const first = page.getByRole('group', { name: 'Condition 1', exact: true })
  const nested = page.getByRole('group', { name: 'Condition 2.1', exact: true })
  await expect.element(first.getByText('have a name ending in .a.eth')).toBeVisible()
  await expect.element(page.getByLabelText('Domain')).not.toBeInTheDocument()
  await expectRenderedPageAccessible()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Edit Condition 1' }))
  await expect.element(kind(first)).toHaveFocus()
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Edit Condition 2.1' }))
  await expect.element(kind(nested)).toHaveFocus()
  await expect.element(first.getByLabelText('Domain')).not.toBeInTheDocument()
  await nested.getByLabelText('Domain').fill('c.eth')
  await focusByTabAndPressEnter(page.getByRole('button', { name: 'Done: Condition 2.1' }))
  await expect.element(page.getByRole('button', { name: 'Edit Condition 2.1' })).toHaveFocus()
  await expect.element(nested.getByText('have a name ending in .c.eth')).toBeVisible()
  // An error opens its condition.
  server.setResponses({
    previewRule: createFakeGroupRulePreviewResponse(0, {
      errors: [{ path: 'rule.all[0].under', message: 'is wrong', code: 'name', values: {} }],
    }),
  })
  await page.getByRole('button', { name: 'Edit Condition 2.1' }).click()
  await nested.getByLabelText('Domain').fill('d.eth')
  await expect
    .poll(() => server.getSentBodies('previewRule').at(-1))
    .toMatchObject({
      rule: { all: [one, { any: [createEnsNameGroupRuleFixture('d.eth'), one] }] },
    })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(first.getByLabelText('Domain')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('button', { name: 'Done: Condition 1' })).not.toBeInTheDocument()
})
