// The entry of the account.
import { boot } from './boot.tsx'
import './ui/mono.css'

await boot(null)
