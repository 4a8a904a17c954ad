// Finds a free port for test servers.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to servers on port 0. */
const portRange = { from: 20_000, to: 32_768 }

const given = new Set<number>()

/** Never the same port twice, because a caller may need several before any server listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portRange.from, portRange.to)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
