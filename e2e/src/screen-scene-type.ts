import type { Page } from '@playwright/test'

export interface ScreenScene {
  name: string
  isPhone?: boolean
  /** Leads the page, which is new, to the screen. */
  reach: (page: Page) => Promise<void>
}
