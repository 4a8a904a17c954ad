// Tests the recipe of a command that signs in.
import { signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './kit-playwright-fixtures.ts'

// A connection over SSH: the command cannot open a browser for the person.
test.use({ recipeName: 'cli', recipeEnvironment: { SSH_CONNECTION: '192.0.2.1 22 192.0.2.2 22' } })

test('recipe cli signs in over SSH with a code and prints the person', async ({ page, recipe, server, key }) => {
  await signInByApi(page.context(), server.origin, key)
  await expect.poll(recipe.output).toMatch(/\/device\?user_code=\S+/)
  const [link = ''] = /http:\/\/localhost:\d+\/device\?user_code=[\w-]+/.exec(recipe.output()) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in this device' }).click()
  await expect(page.getByRole('heading', { name: 'Your device is signed in' })).toBeVisible()
  expect(await recipe.exited, recipe.output()).toBe(0)
  expect(recipe.output()).toContain('Signed in as ')
  expect(recipe.output()).toContain(`eip155:1:${key.address}`)
})
