// The question "is it you?", which every page of the account opens before something sensitive.
import type { Locator, Page } from '@playwright/test'

export const findStepUpDialog = (page: Page, name: string | RegExp = 'Confirm that it is you'): Locator =>
  page.getByRole('dialog', { name })

/** The same for who does not know in which language the page is. */
export const findStepUpDialogInAnyLanguage = (page: Page): Locator =>
  findStepUpDialog(page, /^(Confirm that it is you|Bestätigen Sie, dass Sie es sind)$/)
