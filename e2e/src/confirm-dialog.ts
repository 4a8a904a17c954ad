// The question "is it you?", which every page of the account opens before something sensitive.
import type { Locator, Page } from '@playwright/test'

export const confirmDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm that it is you' })
