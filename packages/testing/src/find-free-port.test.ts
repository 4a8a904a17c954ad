import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './find-free-port.ts'

test('finds a different port each time, although no server listens yet', async () => {
  const ports: number[] = []
  for (let count = 0; count < 400; count += 1) ports.push(await findFreePort())
  expect(new Set(ports).size).toBe(400)
})

test('finds a port on which a server can listen', async () => {
  const port = await findFreePort()
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  expect(server.address()).toMatchObject({ port })
  server.close()
})
