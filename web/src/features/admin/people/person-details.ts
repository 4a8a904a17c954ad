// One person as their page has them.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-endpoints'

export type PersonDetails = AdminApiEndpointOutput<'readPerson'>
