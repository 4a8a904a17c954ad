// The server of `npm run dev`: calls alone, because Vite serves the screens.
import { runServer } from '../server/src/run-server.ts'

await runServer(null)
