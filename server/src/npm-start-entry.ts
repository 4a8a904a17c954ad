// What `npm start` runs: the server, and a line for who sits at the terminal.
import './platform/prepare-bundled-server-runtime.ts'

const { runServerProcess } = await import('./run-server-process.ts')
const { origin } = await runServerProcess()
// The log's own lines are for machines.
console.error(`\n  Countersign is ready. Open ${origin}\n`)
