// The browser's side of every call of the administration, in the way of api.ts.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { adminRoutes } from '@countersign/api/admin-routes'
import type { AdminCallName } from '@countersign/api/admin-routes'
import type { Arguments, Arrived, ResultOf } from './api.ts'
import { browser, callBy, createExchange } from './exchange.ts'

/** What a call of the administration answers here: a file comes as one. */
export type AdminAnswered<Name extends AdminCallName> = Arrived<AdminAnswer<Name>>

/** Calls the server for the administration. Never rejects. */
export type CallAdmin = <Name extends AdminCallName>(
  name: Name,
  ...given: Arguments<AdminInput<Name>>
) => Promise<ResultOf<AdminAnswered<Name>>>

export const callAdmin = callBy(adminRoutes, createExchange(...browser)) as CallAdmin
