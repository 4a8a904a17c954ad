// Entry point of `npm start`.
import './platform/prepare-bundled-server-runtime.ts'

const { runServerProcess } = await import('./run-server-process.ts')
const { origin } = await runServerProcess()
// This is for people; log entries are for machines.
console.error(`\n  Countersign is ready. Open ${origin}\n`)
