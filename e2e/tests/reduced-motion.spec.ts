import { expect, test } from './server-playwright-fixtures.ts'

test('with reduced motion a shown part appears at once, and nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const visibilities = await page.evaluate(() => {
    const main = document.querySelector('main')
    const heading = document.querySelector('h1')
    if (main === null || heading === null) throw new Error('no main or no heading')
    const read = () => getComputedStyle(heading).visibility
    main.style.visibility = 'hidden'
    const hidden = read()
    main.style.visibility = ''
    return { hidden, shown: read(), animations: document.getAnimations().length }
  })
  expect(visibilities).toEqual({ hidden: 'hidden', shown: 'visible', animations: 0 })
})
