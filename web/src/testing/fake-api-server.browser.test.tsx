import { expect, test } from 'vitest'
import { startFakeApiServer } from './fake-api-server.ts'

test('a request for a same-origin file does not fail the test', async () => {
  startFakeApiServer({})
  expect(await fetch('/favicon.svg')).toBeInstanceOf(Response)
})

test.fails('an API call without a fake response fails the test', async () => {
  startFakeApiServer({})
  expect((await fetch('/api/session')).status).toBe(500)
})

test.fails('an error in the console fails the test', () => {
  startFakeApiServer({})
  console.error('Each child in a list should have a unique "key" prop.')
  expect(console.error).toHaveBeenCalledTimes(1)
})

test.fails('an image from another origin fails the test', async () => {
  startFakeApiServer({})
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const image = new Image()
  image.addEventListener('error', resolve)
  image.src = 'https://elsewhere.invalid/picture.png'
  expect(await promise).toBeInstanceOf(Event)
})
