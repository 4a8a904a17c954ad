// The steps in which an application is connected.
import type { Page } from '@playwright/test'
import { confirmStepUpInAdminConsole } from './admin-application-test-steps.ts'
import type { ScreenScene } from './screen-scene-type.ts'

/** How often a form was sent. IDs are unique on a server. */
const sentCounts = new Map<string, number>()

export function listNewApplicationScenes(openAdminPage: (page: Page, path: string) => Promise<void>): ScreenScene[] {
  const connect = (start: string, fields: Readonly<Record<string, string>>) => async (page: Page) => {
    await openAdminPage(page, `/new-application?${start}`)
    for (const [name, value] of Object.entries(fields))
      await page.getByRole('textbox', { name, exact: true }).fill(value)
    const count = (sentCounts.get(start) ?? 0) + 1
    sentCounts.set(start, count)
    if (count > 1) {
      await page.getByText('More settings', { exact: true }).click()
      await page.getByRole('textbox', { name: 'ID', exact: true }).fill(`app-${start.split('=')[1]}-${count}`)
    }
    await page.getByRole('button', { name: 'Connect application' }).click()
    await confirmStepUpInAdminConsole(page)
    await page.getByText(/ is registered\.$/).waitFor()
  }
  return [
    { name: 'admin new-application program', reach: (page) => openAdminPage(page, '/new-application?program=grafana') },
    { name: 'admin new-application website', reach: (page) => openAdminPage(page, '/new-application?kind=web') },
    {
      name: 'admin new-application nothing found',
      reach: async (page) => {
        await openAdminPage(page, '/new-application')
        await page.getByRole('searchbox').fill('quake')
      },
    },
    {
      name: 'admin application settings to paste',
      reach: (page) => openAdminPage(page, '/applications/grafana/connect'),
    },
    {
      name: 'admin new-application connected',
      reach: connect('program=nextcloud', { 'Address of Nextcloud': 'https://cloud.acme.example' }),
    },
    {
      name: 'admin new-application form fields',
      reach: connect('program=discourse', { 'Address of Discourse': 'https://forum.acme.example' }),
    },
    {
      name: 'admin new-application own site',
      reach: connect('kind=web', { Name: 'Team Wiki', 'Redirect URIs': 'https://wiki.acme.example/callback' }),
    },
    {
      name: 'admin new-application proxy',
      reach: connect('kind=site', { Name: 'Intranet', Hosts: 'intranet.acme.example' }),
    },
  ]
}
