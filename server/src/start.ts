// What `npm start` runs: the server, and a line for who sits at the terminal.
import './platform/bundled.ts'

const { main } = await import('./main.ts')
const { origin } = await main()
// The log's own lines are for machines.
console.error(`\n  Countersign is ready. Open ${origin}\n`)
