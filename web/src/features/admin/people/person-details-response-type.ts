// One person as their page has them.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

export type PersonDetailsResponse = AdminApiEndpointOutput<'readPerson'>
