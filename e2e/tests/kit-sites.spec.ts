// Tests the recipes of sites with sessions: Express, Hono and Next.js.
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { expect, signInWithWallet, test } from './kit-playwright-fixtures.ts'

for (const { name, protectedPath } of [
  { name: 'express', protectedPath: '/me' },
  { name: 'hono', protectedPath: '/me' },
  { name: 'nextjs', protectedPath: '/api/me' },
])
  test.describe(`Recipe ${name}`, () => {
    test.use({ recipeName: name })

    test('signs in a person, answers a protected call, and signs out', async ({ page, recipe, server, key }) => {
      const origin = recipe.origin ?? ''
      expect(recipe.output()).toContain(origin)
      const callWithoutSession = await fetch(origin + protectedPath, { redirect: 'manual' })
      expect(callWithoutSession.ok).toBe(false)

      await page.goto(origin)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await signInWithWallet(page)
      await expect(page).toHaveURL(`${origin}/`)

      const call = await page.request.get(origin + protectedPath)
      expect(await call.json()).toMatchObject({
        sub: expect.stringMatching(/./),
        wallet: { namespace: 'eip155', chain: '1', address: key.address, kind: 'key' },
      })

      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
      expect(await readPersonIdFromSession(page.context(), server.origin)).toBe(null)
      const callAfterSignOut = await page.request.get(origin + protectedPath, { maxRedirects: 0 })
      expect(callAfterSignOut.ok()).toBe(false)
    })
  })
