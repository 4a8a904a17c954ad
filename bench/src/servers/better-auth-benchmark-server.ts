// Set up as documented, on SQLite with the same durability as Countersign.
import BetterSqlite from 'better-sqlite3'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { siwe } from 'better-auth/plugins'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createPublicClient, http, verifyMessage } from 'viem'

const port = Number(process.env['BENCH_PORT'])
const database = new BetterSqlite(process.env['BENCH_DATABASE'])
database.pragma('journal_mode = wal')
database.pragma('synchronous = full')

// With a chain, as viem documents for contract wallets.
const chain = process.env['BENCH_CHAIN']
const verify = chain === undefined ? verifyMessage : createPublicClient({ transport: http(chain) }).verifyMessage

const auth = betterAuth({
  database,
  baseURL: `http://localhost:${port}`,
  secret: 'only-for-this-measurement-0123456789',
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    siwe({
      domain: `localhost:${port}`,
      getNonce: async () => randomBytes(16).toString('hex'),
      verifyMessage: ({ message, signature, address }) =>
        verify({ address: address as `0x${string}`, message, signature: signature as `0x${string}` }),
    }),
  ],
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

const handle = toNodeHandler(auth)
createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1')
