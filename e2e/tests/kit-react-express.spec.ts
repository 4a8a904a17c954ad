// Tests the recipe of a React page with an Express API.
import { expect, signInWithWallet, test } from './kit-playwright-fixtures.ts'

test.use({ recipeName: 'react-express' })

test('recipe react-express signs in with a pop-up, calls its API, and signs out', async ({ page, recipe, key }) => {
  const origin = recipe.origin ?? ''
  expect(recipe.output()).toContain(`Open ${origin}`)
  const callWithoutToken = await fetch(`${origin}/api/me`)
  expect(callWithoutToken.status).toBe(401)
  expect(callWithoutToken.headers.get('www-authenticate')).toContain('resource_metadata=')

  await page.goto(origin)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInWithWallet(await popup)
  await expect(page.getByRole('heading', { name: `Hello ${key.address}` })).toBeVisible()

  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.getByText(/^The API knows you as \S+\.$/)).toBeVisible()

  const refusal = { error: 'temporarily_unavailable', error_description: 'The API is being updated.' }
  await page.route('**/api/me', (route) => route.fulfill({ status: 503, json: refusal }))
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.getByText(refusal.error_description)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: `Hello ${key.address}` })).toBeVisible()

  await page.getByRole('button', { name: /^Account menu of / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})
