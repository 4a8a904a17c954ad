// Countersign as it is started in production, but that it also tells what it used.
import { main } from '@countersign/server/main'
import { reportUsage } from './report-usage.ts'

reportUsage()
await main()
