import { expect, test } from 'vitest'
import { findFreeNameAndId } from './find-free-name-and-id.ts'

const grafana = { id: 'grafana', name: 'Grafana' }

test('a free ID and its name stay as they are', () => {
  expect(findFreeNameAndId(grafana, [{ id: 'grafana-2' }])).toEqual(grafana)
})

test('a taken ID and its name get the lowest free number', () => {
  const taken = ['grafana', 'grafana-2', 'grafana-4'].map((id) => ({ id }))
  expect(findFreeNameAndId(grafana, taken)).toEqual({ id: 'grafana-3', name: 'Grafana 3' })
})
