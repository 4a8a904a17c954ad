// Renders an admin page for browser tests, with its translations, styles and router.
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import axe from 'axe-core'
import { expect } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createAdminPageClientRouter } from '../app/admin-routes.tsx'
import { createQueryClient } from '../api/query-client.ts'
import { StepUpProvider } from '../features/sign-in/step-up/StepUpProvider.tsx'
import { ScreenReaderAnnouncer } from '../ui/ScreenReaderAnnouncer.tsx'
import { loadTranslations } from '../i18n/browser-language-negotiation.ts'
import type { InterfaceLanguage } from '../i18n/browser-language-negotiation.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'
import { startFakeApiServer } from './fake-api-server.ts'
import type { FakeApiResponses, FakeApiServer } from './fake-api-server.ts'
import '../app/admin.css'

const person: ApiPerson = {
  id: '01890000-0000-7000-8000-000000000001',
  displayName: 'Ada',
  picture: null,
  address: null,
  walletName: null,
  walletPicture: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const files = ['common', 'admin'] as const

interface RenderAdminOptions {
  role?: AdminRole
  language?: InterfaceLanguage
  viewport?: [width: number, height: number]
}

export async function renderAdminPage(
  path: string,
  answers: FakeApiResponses,
  { role = 'owner', language = 'en', viewport = [1280, 900] }: RenderAdminOptions = {},
): Promise<FakeApiServer & { history: ReturnType<typeof createMemoryHistory>; queryClient: QueryClient }> {
  const server = startFakeApiServer({
    readSession: { person, session: null },
    readAdminSession: { roles: [role], permissions: listPermissionsOfAdminRoles([role]), trusted: true },
    ...answers,
  })
  const history = createMemoryHistory({ initialEntries: [path] })
  document.documentElement.lang = language
  await page.viewport(...viewport)
  const messages = await loadTranslations(language, files)
  const queryClient = createQueryClient()
  await render(
    <LanguageProvider language={language} messages={messages} files={files}>
      <ScreenReaderAnnouncer>
        <QueryClientProvider client={queryClient}>
          <StepUpProvider>
            <RouterProvider router={createAdminPageClientRouter({ history })} />
          </StepUpProvider>
        </QueryClientProvider>
      </ScreenReaderAnnouncer>
    </LanguageProvider>,
  )
  return { ...server, history, queryClient }
}

export async function focusByTabAndPressEnter(target: Locator): Promise<void> {
  const element = await target.findElement()
  for (let steps = 0; document.activeElement !== element; steps += 1) {
    expect(steps, 'steps by the Tab key').toBeLessThan(30)
    await userEvent.tab()
  }
  await userEvent.keyboard('{Enter}')
}

/** WCAG 2.2 §1.4.10. */
export function expectRenderedPageFitsWidth(): void {
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
}

const testedViewports = [
  ['light', 1280, 900],
  ['dark', 360, 740],
] as const

/**
 * Checks the page with axe (WCAG 2.2 AA) in a desktop viewport, then in a phone viewport, which
 * stays set.
 */
export async function expectRenderedPageAccessible(): Promise<void> {
  // `cdp()` is typed only if the browser provider is configured.
  const devtools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }
  for (const [mode, width, height] of testedViewports) {
    await page.viewport(width, height)
    await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: mode }] })
    // While colors are in transition, their contrast is not stable.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    expectRenderedPageFitsWidth()
    const { violations, passes } = await axe.run(document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      resultTypes: ['violations'],
      iframes: false,
    })
    expect(passes.length).toBeGreaterThan(0)
    // axe does not inspect frames, so they must be inert.
    expect(document.querySelectorAll('iframe:not([inert])')).toHaveLength(0)
    const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
    expect(found, `${mode}, ${width} px`).toEqual([])
  }
}
