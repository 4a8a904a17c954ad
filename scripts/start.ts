// `npm start`: builds the screens where they changed, then runs the server in this process.
import { buildWeb } from './build-web.ts'

await buildWeb()
const { main } = await import('../server/src/main.ts')
await main()
