// The server of `npm run dev`: API only, because Vite serves the web interface.
import { runServerProcess } from '../server/src/run-server-process.ts'

await runServerProcess(null)
