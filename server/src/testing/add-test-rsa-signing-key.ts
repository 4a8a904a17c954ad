// Adds an RS256 signing key, generated once per process because that is slow.
import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { systemRandomBytes } from '../platform/clock.ts'
import { wrapPrivateKey } from '../platform/wrap-private-key.ts'
import { testServerKey } from './server-key-fixtures.ts'
import type { TestServer } from './countersign-test-server.ts'

let pair: ReturnType<typeof generateKeyPairSync> | null = null

export async function addTestRsaSigningKey({ database, clock }: Pick<TestServer, 'database' | 'clock'>): Promise<void> {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = pair.publicKey.export({ format: 'jwk' })
  const id = await calculateJwkThumbprint(publicKey)
  await database.queries
    .insertInto('signing_keys')
    .values({
      id,
      algorithm: 'RS256',
      generation: 1,
      public_key: JSON.stringify(publicKey),
      private_key: wrapPrivateKey(
        testServerKey,
        systemRandomBytes,
        { id, algorithm: 'RS256' },
        pair.privateKey.export({ format: 'jwk' }),
      ),
      created_at: clock.now,
      active_from: clock.now,
      retires_at: null,
    })
    .execute()
}
