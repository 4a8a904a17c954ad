// Why an authorization request was denied, as the application is told.

/** The `error_description` of a refusal, by its reason. */
export const accessDeniedDescriptions = {
  declined: 'The person declined.',
  not_a_member: 'The person belongs to no group that may use this application.',
} as const
