// The server of `npm run dev`: calls alone, because Vite serves the screens.
import { main } from '../server/src/main.ts'

await main(null)
