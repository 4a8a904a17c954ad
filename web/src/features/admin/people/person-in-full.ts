// One person as their page has them.
import type { AdminAnswer } from '@countersign/api/admin-calls'

export type PersonInFull = AdminAnswer<'readPerson'>
