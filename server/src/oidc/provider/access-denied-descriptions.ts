export const accessDeniedDescriptions = {
  declined: 'The person declined.',
  not_a_member: 'The person is in none of the groups that may use this application.',
} as const

/** Recorded in the audit log; the console and the account describe it. */
export const notMemberRefusalReason = 'not a member of a required group'
