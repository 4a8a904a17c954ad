// The server of `npm run dev`: calls alone, because Vite serves the screens.
import { runServerProcess } from '../server/src/run-server-process.ts'

await runServerProcess(null)
