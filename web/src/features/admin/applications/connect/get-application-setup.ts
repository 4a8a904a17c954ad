import type { ApplicationDetailsResponse } from '../application-details-response-type.ts'

export type ApplicationSetup = NonNullable<ApplicationDetailsResponse['setup']>

/** During an update, an instance of an earlier release can answer, which sends only single values. */
export const getApplicationSetup = ({
  setup,
  clientSettings,
}: Pick<ApplicationDetailsResponse, 'setup' | 'clientSettings'>): ApplicationSetup =>
  setup ?? { program: null, location: null, address: null, blocks: [], fields: [], notes: [], values: clientSettings }
