// Crawls the whole console in every role, and checks for console errors, unexplained refusals, dead
// ends, and unusable controls without a reason.
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { crawlUiPages } from '../src/ui-page-crawler.ts'
import type { UiCrawlResult } from '../src/ui-page-crawler.ts'
import { fillTestServerWithDemoData } from '../src/fill-test-server-with-demo-data.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { openAccountWithFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { test as base, expect } from './local-chain-playwright-fixtures.ts'

const test = base.extend<object, { full: RunningTestServer }>({
  full: [
    async ({ server, chain, chains }, use) => {
      await fillTestServerWithDemoData(server, { chain, chains })
      await use(server)
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

/** Together, the parts of the crawl cover every width, both color schemes and both languages. */
interface Appearance {
  width: number
  colorScheme: 'light' | 'dark'
  language: 'English' | 'Deutsch'
}

interface CrawlPart {
  role: AdminRole
  what: string
  look: Appearance
  from: readonly string[]
  within?: RegExp
  /** If a crawl finds fewer states than this, it got stuck. */
  leastStates: number
}

const parts: readonly CrawlPart[] = [
  {
    role: 'auditor',
    what: 'everything',
    look: { width: 1440, colorScheme: 'light', language: 'English' },
    from: ['/admin'],
    leastStates: 60,
  },
  {
    role: 'administrator',
    what: 'people, applications and groups',
    look: { width: 390, colorScheme: 'light', language: 'Deutsch' },
    from: ['/admin/people', '/admin/applications', '/admin/groups'],
    within: /people|application|group/,
    leastStates: 50,
  },
  {
    role: 'owner',
    what: 'figures and people',
    look: { width: 768, colorScheme: 'dark', language: 'Deutsch' },
    from: ['/admin', '/setup', '/admin/people'],
    within: /^\/admin$|setup|people/,
    leastStates: 40,
  },
  {
    role: 'owner',
    what: 'applications and groups',
    look: { width: 390, colorScheme: 'dark', language: 'English' },
    from: ['/admin/new-application', '/admin/new-group', '/admin/applications', '/admin/groups'],
    within: /application|group|tries/,
    leastStates: 40,
  },
  {
    role: 'owner',
    what: 'activity, settings and tokens',
    look: { width: 1280, colorScheme: 'light', language: 'English' },
    from: ['/admin/tokens', '/admin/settings', '/admin/activity'],
    within: /activity|settings|tokens/,
    leastStates: 40,
  },
]

for (const { role, what, look, from, within, leastStates } of parts) {
  test(`crawling ${what} in the role “${role}” finds no errors`, async ({ page, full, key }, info) => {
    await page.setViewportSize({ width: look.width, height: 844 })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    const ownId = await signInWithRole(page, full, key, role)
    await page.getByRole('button', { name: look.language }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'Deutsch' ? 'de' : 'en')
    const crawled = await crawlUiPages(page, { origin: full.origin, from, ownId, ...(within && { within }) })
    attachCrawlReport(info, crawled)
    expect(crawled.errors).toEqual([])
    expect(crawled.states.length).toBeGreaterThan(leastStates)
    expect(crawled.pages).toEqual(expect.arrayContaining([...from]))
  })
}

test('crawling the console without a role finds no errors', async ({ page, full, key }, info) => {
  await openAccountWithFakeWallet(page, key)
  const crawled = await crawlUiPages(page, {
    origin: full.origin,
    from: ['/admin', '/admin/people', '/admin/settings', '/setup'],
  })
  attachCrawlReport(info, crawled)
  expect(crawled.errors).toEqual([])
  expect(crawled.pages).toEqual(['/admin', '/admin/people', '/admin/settings', '/setup'])
  expect(crawled.states).toEqual(
    expect.arrayContaining(['/admin: button Check again', '/admin/settings: button Check again']),
  )
})

test('every console page leads a signed-out person to sign-in', async ({ page, full }) => {
  for (const path of ['/admin', '/admin/people?status=suspended', '/admin/activity/3', '/admin/new-application']) {
    await page.goto(full.origin + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  }
})

function attachCrawlReport(
  info: { attach: (name: string, options: { body: string }) => Promise<void> },
  crawled: UiCrawlResult,
): void {
  const end = crawled.isComplete ? 'to the end' : 'as far as its steps went'
  void info.attach('visited', {
    body: `${crawled.states.length} states on ${crawled.pages.length} kinds of pages in ${crawled.steps} steps, ${end}\n${crawled.states.join('\n')}`,
  })
}
