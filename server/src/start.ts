// What `npm start` runs: the server, and a line for who sits at the terminal.
import './platform/source-lines.ts'
import { main } from './main.ts'

const { origin } = await main()
// The log's own lines are for machines.
console.error(`\n  Countersign is ready. Open ${origin}\n`)
