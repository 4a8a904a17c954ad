import type { Locator, Page } from '@playwright/test'

export const findStepUpDialog = (page: Page, name: string | RegExp = 'Confirm that it’s you'): Locator =>
  page.getByRole('dialog', { name })

export const findStepUpDialogInAnyLanguage = (page: Page): Locator =>
  findStepUpDialog(page, /^(Confirm that it’s you|Bestätigen Sie, dass Sie es sind)$/)
