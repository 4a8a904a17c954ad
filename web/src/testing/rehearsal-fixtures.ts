// Responses of rehearsals; by default, one person signed in and is allowed.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

type Rehearsal = AdminApiEndpointOutput<'rehearseGroupRule'>

export const createFakeRehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  errors: [],
  at: '2026-01-01T00:00:00.000Z',
  windowDays: 30,
  population: 'everyone',
  compared: true,
  people: 1,
  allowed: 1,
  refused: 0,
  unknown: 0,
  newlyRefused: 0,
  newlyAllowed: 0,
  otherMethod: 0,
  listed: { newlyRefused: [], newlyAllowed: [], refused: [], unknown: [] },
  truncated: false,
  applications: [],
  ...more,
})

export const createFakeRehearsedPerson = (
  id: string,
  displayName: string,
  reason: Rehearsal['listed']['refused'][number]['reason'] = null,
): Rehearsal['listed']['refused'][number] => ({
  person: { id, displayName, address: null, walletName: null },
  reason,
})
