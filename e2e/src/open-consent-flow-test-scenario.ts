// A state of a page on which a person decides about an application, and how a test gets there.
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

export interface ConsentFlowTestScenario {
  readonly name: string
  readonly reach: (page: Page) => Promise<unknown>
  /** The heading of the page. */
  readonly title: string
  /** More of what is read. */
  readonly text: string | RegExp
  /** Is made of the same parts as another one: its words are looked at, but not once more how it is built. */
  readonly isVariant?: true
}

/** Brings an empty page into a state, and waits until what is read in it is there. */
export async function openConsentFlowTestScenario(
  page: Page,
  { reach, title, text }: ConsentFlowTestScenario,
): Promise<void> {
  await reach(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
}
