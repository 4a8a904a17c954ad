// Every screen and state of the console.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import {
  alarmingServerMetrics,
  everyAdminAlert,
  newServerMetrics,
  newServerSetupSteps,
  noAuditEventCounts,
  someSetupStepsDone,
} from './admin-overview-fixtures.ts'
import { signInWithRole } from './admin-role-browser-test-steps.ts'
import { mockApiEndpointResponse } from './api-response-mocking-test-steps.ts'
import { groupRuleScenes, mockGroupRehearsalWithLosses, mockGroupRuleResponses } from './group-rule-page-test-steps.ts'
import { listNewApplicationScenes } from './new-application-scenes.ts'
import type { ScreenScene } from './screen-scene-type.ts'
import type { RunningTestServer } from './start-server-for-tests.ts'

type OpenAdminPage = (page: Page, path: string) => Promise<void>

/** Each scene of a new page signs in a new owner. */
export function listAdminScreenScenes(server: RunningTestServer): ScreenScene[] {
  const openAdminPage = createAdminPageOpener(server)
  const lists = ['people', 'sessions', 'applications', 'resources', 'groups', 'activity']
  const pages = ['', '/new-application', '/new-resource', '/new-group', '/tokens']
  const settings = ['', '/sign-in', '/chains', '/email', '/keys', '/limits', '/server']
  return [
    ...listGroupScenes(openAdminPage),
    ...listNewApplicationScenes(openAdminPage),
    ...[...pages, ...lists.map((list) => `/${list}`)].map((path) => ({
      name: `admin ${path.slice(1) || 'overview'}`,
      reach: (page: Page) => openAdminPage(page, path),
    })),
    {
      name: 'admin overview overfull',
      reach: async (page: Page) => {
        await mockApiEndpointResponse(page, 'readMetrics', alarmingServerMetrics)
        await mockApiEndpointResponse(page, 'listAlerts', everyAdminAlert)
        await mockApiEndpointResponse(page, 'readSetupSteps', someSetupStepsDone)
        await openAdminPage(page, '')
      },
    },
    {
      name: 'admin overview of a new server',
      reach: async (page: Page) => {
        await mockApiEndpointResponse(page, 'readMetrics', newServerMetrics)
        await mockApiEndpointResponse(page, 'listAlerts', { items: [] })
        await mockApiEndpointResponse(page, 'readSetupSteps', newServerSetupSteps)
        await mockApiEndpointResponse(page, 'aggregateEvents', noAuditEventCounts)
        await openAdminPage(page, '')
      },
    },
    ...settings.map((tab) => ({
      name: `admin settings${tab.replace('/', ' ')}`,
      reach: (page: Page) => openAdminPage(page, `/settings${tab}`),
    })),
    ...Object.entries(filteredListPaths).map(([name, path]) => ({
      name: `admin ${name} filtered`,
      reach: (page: Page) => openAdminPage(page, path),
    })),
    ...lists
      .filter((list) => list !== 'sessions')
      .map((list) => ({
        name: `admin ${list} detail`,
        reach: async (page: Page) => {
          await openAdminPage(page, `/${list}`)
          const [first] = await page.locator(`main a[href^="/admin/${list}/"]`).all()
          if (first === undefined) throw new Error(`The list of ${list} is empty.`)
          await openAdminPage(page, `/${list}/${((await first.getAttribute('href')) ?? '').split('/').pop()}`)
        },
      })),
    {
      name: 'admin rehearsal of a policy',
      reach: async (page) => {
        await openAdminPage(page, '/applications/wiki/access')
        await page.getByRole('checkbox', { name: 'Plain Ethereum wallet' }).click()
        await page.getByRole('region', { name: 'Who would be affected' }).getByText('would lose access').waitFor()
      },
    },
    ...listPersonScenes(openAdminPage),
  ]
}

/** Signs in a new owner for each page that is not signed in yet. */
function createAdminPageOpener(server: RunningTestServer): OpenAdminPage {
  let nextOwnerKey = 920
  return async (page, path) => {
    if (!page.url().startsWith(server.origin))
      await signInWithRole(page, server, createEthereumTestKey(nextOwnerKey++), 'owner')
    await page.goto(`/admin${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
}

function listGroupScenes(openAdminPage: OpenAdminPage): ScreenScene[] {
  return [
    ...groupRuleScenes.map(({ name, reach }) => ({
      name: `admin new-group ${name}`,
      reach: async (page: Page) => {
        await openAdminPage(page, '')
        await mockGroupRuleResponses(page)
        await openAdminPage(page, '/new-group')
        await reach(page)
      },
    })),
    {
      name: 'admin groups detail rule',
      reach: async (page: Page) => {
        await openAdminPage(page, '/groups')
        const href = await page.locator('main a[href^="/admin/groups/"]').first().getAttribute('href')
        await openAdminPage(page, `/groups/${(href ?? '').split('/').pop()}/rule`)
      },
    },
    {
      name: 'admin groups detail edit',
      reach: async (page: Page) => {
        await openAdminPage(page, '/groups')
        const href = await page.locator('main a[href^="/admin/groups/"]').first().getAttribute('href')
        await openAdminPage(page, `/groups/${(href ?? '').split('/').pop()}`)
        await mockGroupRehearsalWithLosses(page)
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await page.getByRole('region', { name: 'Who would join or leave' }).getByText('Nothing is saved yet').waitFor()
      },
    },
  ]
}

function listPersonScenes(openAdminPage: OpenAdminPage): ScreenScene[] {
  return [
    ...['', '/ways', '/sessions', '/access', '/activity'].map((tab) => ({
      name: `admin suspended person ${tab.slice(1) || 'overview'}`,
      reach: async (page: Page) => {
        await openAdminPage(page, '/people?status=suspended')
        const first = page.locator('main a[data-row]').first()
        await openAdminPage(page, `${((await first.getAttribute('href')) ?? '').replace('/admin', '')}${tab}`)
      },
    })),
    {
      name: 'admin people panel',
      reach: async (page: Page) => {
        await openAdminPage(page, '/people')
        await page.locator('main a[data-row]').nth(20).click()
        await page.waitForLoadState('networkidle')
      },
    },
    {
      name: 'admin sessions end',
      reach: async (page: Page) => {
        await openAdminPage(page, '/sessions?newBrowser=true')
        for (const place of [2, 3]) await page.locator('tbody input[type=checkbox]').nth(place).click()
        await page.getByRole('button', { name: 'End sessions' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'admin activity verified',
      reach: async (page: Page) => {
        await openAdminPage(page, '/activity')
        await page.getByRole('button', { name: 'Verify now' }).click()
        await page.getByRole('button', { name: 'Verify again' }).waitFor()
        await page.getByRole('button', { name: 'Details', exact: true }).click()
      },
    },
  ]
}

/** As many filters at once as the lists have, which is when a filter bar has the least room. */
const filteredListPaths = {
  people: '/people?status=active&role=owner&signInMethod=passkey&group=council&application=forge',
  applications: '/applications?enabled=yes',
  activity:
    '/activity?type=sign_in.refused&outcome=refused&signInMethod=passkey&from=2026-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z',
  overview: '?from=2026-10-01&to=2026-10-20',
} as const
