import { expect, test } from 'vitest'
import { importAgain } from './import-again.ts'

const part = 'data:text/javascript,export const value = 1'

test('a part that could not be had is asked for under another name, and had', async () => {
  let asked = 0
  const load = importAgain<{ value: number }>(async () => {
    asked += 1
    throw new TypeError('Failed to fetch dynamically imported module: https://sign-in.example/assets/part-1234.js')
  })
  await expect(load()).rejects.toThrow('part-1234.js')
  // Not loaded by the same name again, which the browser would refuse without asking; that nothing is there in a test is another matter.
  await expect(load()).rejects.not.toThrow(
    'Failed to fetch dynamically imported module: https://sign-in.example/assets/part-1234.js',
  )
  expect(asked).toBe(1)
})

test('a browser that does not say what failed is asked in the same way again', async () => {
  let asked = 0
  const load = importAgain<{ value: number }>(async () => {
    asked += 1
    if (asked === 1) throw new TypeError('Importing a module script failed.')
    return (await import(/* @vite-ignore */ part)) as { value: number }
  })
  await expect(load()).rejects.toThrow('Importing')
  expect((await load()).value).toBe(1)
})
