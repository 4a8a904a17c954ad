import { expect, test } from 'vitest'
import { createRefusedRequestBuffer, getRefusedRequestQuotas } from './refused-request-buffer.ts'
import { createTestRefusedRequest as createRequest } from '../../testing/refused-request-fixtures.ts'

test('refused requests of unknown callers have at most 30 % of the quota', () => {
  expect(getRefusedRequestQuotas(100)).toEqual({ own: 70, unknown: 30 })
  expect(getRefusedRequestQuotas(10)).toEqual({ own: 7, unknown: 3 })
})

test('identical refused requests are counted once per application and group of callers', () => {
  const buffer = createRefusedRequestBuffer(100)
  buffer.add(createRequest('a'))
  buffer.add(createRequest('a', { at: 3000, requestId: 'last' }))
  buffer.add(createRequest('a', { caller: 'unknown' }))
  buffer.add(createRequest('a', { applicationId: 'api' }))
  expect(buffer.take()).toMatchObject([
    { applicationId: 'shop', caller: 'own', count: 2, firstAt: 1000, lastAt: 3000, requestId: 'last' },
    { applicationId: 'shop', caller: 'unknown', count: 1 },
    { applicationId: 'api', caller: 'own', count: 1 },
  ])
  expect(buffer.take()).toEqual([])
})

test('O33: unknown callers fill neither the buffer of own callers nor memory', () => {
  const buffer = createRefusedRequestBuffer(100)
  for (let application = 0; application < 50; application += 1)
    for (let request = 0; request < 100; request += 1)
      buffer.add(createRequest(`${request}`, { applicationId: `app-${application}`, caller: 'unknown' }))
  buffer.add(createRequest('own'))
  const taken = buffer.take()
  expect(taken.filter(({ caller }) => caller === 'unknown')).toHaveLength(200)
  expect(taken.filter(({ applicationId }) => applicationId === 'app-0')).toHaveLength(30)
  expect(taken.at(-1)).toMatchObject({ applicationId: 'shop', caller: 'own' })
})

test('O33: one signed-in person counts as unknown after 20 different problems within an hour', () => {
  const buffer = createRefusedRequestBuffer(100)
  for (let request = 0; request < 60; request += 1) buffer.add(createRequest(`${request}`, { source: 'mallory' }))
  buffer.add(createRequest('other', { source: 'alice' }))
  buffer.add(createRequest('1', { source: 'mallory' }))
  const taken = buffer.take()
  expect(taken.filter(({ caller }) => caller === 'own')).toHaveLength(21)
  expect(taken.filter(({ caller }) => caller === 'unknown')).toHaveLength(30)
  buffer.add(createRequest('later', { source: 'mallory', at: 3_700_000 }))
  expect(buffer.take()).toMatchObject([{ caller: 'own' }])
})
