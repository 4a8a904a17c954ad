// Whether what is usual still costs what it did: the sign-in of a plain key, reading its message, and waiting for the list of people, here and in
// another checkout of this repository, in turns within one run (regression). `node bench/src/before.ts FOLDER`, with both built (`node scripts/build.ts`).
import { resolve } from 'node:path'
import { parseMessage } from '@countersign/message'
import { compareFirstRows } from './first-rows.ts'
import { measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { startServer, takeTurns } from './running-server.ts'
import { contestants } from './sign-in.ts'
import { costRow, formatTable, workRow } from './table.ts'
import type { Row } from './table.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Say where the other checkout is: node bench/src/before.ts FOLDER')
  process.exit(2)
}
const other = resolve(folder)
console.log(formatTable([await compareReading(), await compareSignIn(), await compareFirstRows(other)]))
process.exit()

async function compareReading(): Promise<Row> {
  const before = (await import(`${other}/message/src/message.ts`)) as { parseMessage: typeof parseMessage }
  const [here, there] = [takeInTurn(signedMessages), takeInTurn(signedMessages)]
  const cost = await measure({ now: () => parseMessage(here().text), before: () => before.parseMessage(there().text) })
  return costRow('read a message', 'before', cost.now, cost.before)
}

async function compareSignIn(): Promise<Row> {
  const [now] = contestants
  const before = { ...now, name: 'before', program: `${other}/server/dist/start.js`, port: now.port + 2 }
  const servers = [await startServer(now), await startServer(before)] as const
  try {
    const [ours, theirs] = await takeTurns(
      [
        { server: servers[0], work: (piece: number) => now.signIn(servers[0].origin, piece) },
        { server: servers[1], work: (piece: number) => before.signIn(servers[1].origin, piece) },
      ] as const,
      // Short rounds and many: what disturbs the machine meets both sides alike.
      { rounds: 60, pieces: 150, parallel: 4, warmUp: 2500 },
    )
    return workRow('whole sign-in of a plain key over HTTP, durable', 'before', ours, theirs)
  } finally {
    for (const server of servers) await server.stop()
  }
}
