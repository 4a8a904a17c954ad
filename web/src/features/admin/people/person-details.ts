// One person as their page has them.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'

export type PersonDetails = AdminEndpointOutput<'readPerson'>
