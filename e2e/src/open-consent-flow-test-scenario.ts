import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

export interface ConsentFlowTestScenario {
  readonly name: string
  readonly reach: (page: Page) => Promise<unknown>
  readonly title: string
  readonly text: string | RegExp
  /** Has the layout of another state, so only its text is tested. */
  readonly isVariant?: true
}

export async function openConsentFlowTestScenario(
  page: Page,
  { reach, title, text }: ConsentFlowTestScenario,
): Promise<void> {
  await reach(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}
