// `npm start`: builds the screens where they changed, then runs the server in this process.
import { buildWeb } from './build-web.ts'

await buildWeb()
const { main } = await import('../server/src/main.ts')
const { origin } = await main()
// For the person at the terminal; the log's own lines are for machines.
console.error(`\n  Countersign is ready. Open ${origin}\n`)
