import { connect, createServer } from 'node:net'
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface FaultInjectingProxy {
  port: number
  /** Resets every connection (RST). */
  reset: () => void
  /** Forwards nothing in either direction for a while; then resumes, or resets the connections. */
  blackhole: (forMs: number, isResetAfter: boolean) => Promise<void>
  delay: (byMs: number, forMs: number) => Promise<void>
  /** Resets the connection before the next commit is forwarded, or before its result is. */
  cutAtCommit: (when: 'unheard' | 'unanswered') => void
  /** Closes the direction from the database, and leaves the other open. */
  halfClose: () => void
  close: () => Promise<void>
}

interface SocketPair {
  client: Socket
  server: Socket
}

export async function startFaultInjectingProxy(upstream: NetConnectOpts): Promise<FaultInjectingProxy> {
  const pairs = new Set<SocketPair>()
  let delayMs = 0
  let isDropping = false
  let cut: 'unheard' | 'unanswered' | null = null

  const pass = (from: Socket, to: Socket, isAsking: boolean): void => {
    const passOn = async (piece: Buffer): Promise<void> => {
      if (delayMs > 0) await wait(delayMs)
      while (isDropping && !from.destroyed) await wait(10)
      const isCut = isAsking && cut !== null && piece.includes('commit')
      if (isCut && cut === 'unheard') to.destroy()
      if (!to.destroyed) to.write(piece)
      if (isCut) {
        from.resetAndDestroy()
        cut = null
      } else from.resume()
    }
    // Keeps the order: each piece waits for the previous one.
    let last = Promise.resolve()
    from.on('data', (piece: Buffer) => {
      from.pause()
      last = last.then(() => passOn(piece))
    })
    from.on('end', () => void last.then(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const pair = { client, server: connect({ ...upstream, allowHalfOpen: true }) }
    pairs.add(pair)
    pass(pair.client, pair.server, true)
    pass(pair.server, pair.client, false)
    client.on('close', () => pairs.delete(pair))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = (): void => {
    for (const pair of pairs) {
      pair.client.resetAndDestroy()
      pair.server.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    reset,
    blackhole: async (forMs, isResetAfter) => {
      isDropping = true
      await wait(forMs)
      if (isResetAfter) reset()
      isDropping = false
    },
    delay: async (byMs, forMs) => {
      delayMs = byMs
      await wait(forMs)
      delayMs = 0
    },
    cutAtCommit: (when) => void (cut = when),
    halfClose: () => {
      for (const { client } of pairs) client.end()
    },
    close: async () => {
      reset()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
