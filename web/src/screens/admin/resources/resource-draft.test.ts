import { expect, test } from 'vitest'
import { emptyResource, placeSent, sendableResource } from './resource-draft.ts'

test('what nobody filled in is not sent, and a fault finds the line that it is about', () => {
  const scopes = [
    { scope: ' ', description: ' ' },
    { scope: ' read ', description: ' ' },
    { scope: '', description: 'Change your notes' },
  ]
  const sent = sendableResource({ ...emptyResource, resource: ' https://mcp.example/mcp/ ', scopes })
  expect(sent).toEqual({
    ...emptyResource,
    resource: 'https://mcp.example/mcp/',
    name: 'mcp.example/mcp',
    scopes: [
      { scope: 'read', description: null },
      { scope: '', description: 'Change your notes' },
    ],
  })
  expect(scopes.map((_, place) => placeSent(scopes, place))).toEqual([0, 0, 1])
})
